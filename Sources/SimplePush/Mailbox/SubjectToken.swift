import LocalPushModel

/// One element of a NATS subject that stands for any text.
enum SubjectToken {
    /// `text` itself where it has only letters, digits, `-` and `_`; else `=` and its UTF-8 bytes in
    /// hexadecimal, which no such text can be.
    static func encode(_ text: String) -> String {
        let isPlain = !text.isEmpty && text.utf8.allSatisfy(isPlain)
        return isPlain ? text : "=" + Hexadecimal.text(text.utf8)
    }

    /// Whether the character of this byte may stand in any name of NATS's.
    static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
