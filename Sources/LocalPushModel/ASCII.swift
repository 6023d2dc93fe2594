/// Questions about ASCII characters, asked of bytes.
extension UInt8 {
    /// Whether this is one of A to Z, a to z, 0 to 9.
    var isLetterOrDigit: Bool { isLetter || isDigit }

    /// Whether this is one of A to Z, a to z.
    var isLetter: Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
    }

    /// Whether this is one of 0 to 9.
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Whether this is one of the ASCII characters of `characters`.
    func isOne(of characters: StaticString) -> Bool {
        characters.withUTF8Buffer { $0.contains(self) }
    }
}
