/// Bytes as pairs of hexadecimal digits.
package enum Hexadecimal {
    private static let digits = [UInt8]("0123456789abcdef".utf8)

    /// Two lower-case digits for each byte.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes that pairs of digits, in either case, stand for; nil for any other text.
    package static func bytes(_ text: String) -> [UInt8]? {
        var nibbles: [UInt8] = []
        for digit in text.utf8 {
            guard let nibble = nibble(digit) else { return nil }
            nibbles.append(nibble)
        }
        guard nibbles.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
    }

    private static func nibble(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
