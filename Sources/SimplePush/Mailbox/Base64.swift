/// Base64 as JetStream's interface writes bytes: the alphabet of RFC 4648, section 4, with padding.
enum Base64 {
    /// The bytes that `text` stands for; nil when it is not base64.
    static func bytes(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (bits, count, padding) = (UInt32(0), 0, 0)
        for character in text.utf8 {
            if character == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0, let value = value(character) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 1
            if count % 4 != 1 {
                let shift = [0: 0, 2: 4, 3: 2][count % 4] ?? 0
                bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
            }
        }
        return (count + padding).isMultiple(of: 4) && padding <= 2 && count % 4 != 1 ? bytes : nil
    }

    private static func value(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
