/// The escapes inside JSON strings (RFC 8259, section 7).
enum StringEscapes {
    /// The bytes that `contents` stands for. It lies between quotes and was scanned before, so
    /// every escape in it is whole.
    static func decoded(_ contents: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(contents.count)
        var rest = contents
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let letter = rest.popFirst() else {
                result.append(byte)
                continue
            }
            if let value = value(of: letter) {
                result.append(value)
            } else {
                result.append(contentsOf: takeScalar(from: &rest).utf8)
            }
        }
        return result
    }

    /// What `\letter` stands for; nil for `u` and for letters that make no escape.
    static func value(of letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    /// The UTF-16 code unit that four hexadecimal digits spell; nil for anything else.
    static func unit(in digits: ArraySlice<UInt8>) -> UInt16? {
        guard digits.count == 4 else { return nil }
        var unit: UInt16 = 0
        for digit in digits {
            guard let value = value(ofDigit: digit) else { return nil }
            unit = unit << 4 | UInt16(value)
        }
        return unit
    }

    private static func value(ofDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Removes what follows `\u`: four digits, and the whole second half of a surrogate pair.
    private static func takeScalar(from rest: inout ArraySlice<UInt8>) -> Unicode.Scalar {
        var scalar = UInt32(takeUnit(from: &rest))
        if (0xD800..<0xDC00).contains(scalar) {
            rest = rest.dropFirst(2)
            scalar = 0x10000 + (scalar & 0x3FF) << 10 + UInt32(takeUnit(from: &rest)) & 0x3FF
        }
        return Unicode.Scalar(scalar) ?? "\u{FFFD}"
    }

    private static func takeUnit(from rest: inout ArraySlice<UInt8>) -> UInt16 {
        defer { rest = rest.dropFirst(4) }
        return unit(in: rest.prefix(4)) ?? 0xFFFD
    }
}
