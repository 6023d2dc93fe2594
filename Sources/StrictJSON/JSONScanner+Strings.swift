extension JSONScanner {
    /// Reads a string, whose opening quote is at the offset.
    mutating func scanString() throws(JSONSyntaxError) {
        let start = offset
        var hasEscapes = false
        offset += 1
        while let stop = bytes[offset...].firstIndex(where: { Self.endsPlainText($0) }) {
            offset = stop
            switch bytes[stop] {
            case UInt8(ascii: "\""):
                offset += 1
                return append(.string, from: start, hasEscapes: hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try scanEscape()
            default:
                throw failure("\(found) in a string must be written as an escape")
            }
        }
        throw failure("the string that starts here does not end", at: start)
    }

    private static func endsPlainText(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20
    }

    /// Reads one escape; a surrogate pair is two of them and one scalar.
    private mutating func scanEscape() throws(JSONSyntaxError) {
        let start = offset
        offset += 1
        guard take(UInt8(ascii: "u")) else {
            guard let letter = peek, StringEscapes.value(of: letter) != nil else {
                throw failure("there is no such escape", at: start)
            }
            offset += 1
            return
        }
        let unit = try scanFourDigits(of: start)
        guard UTF16.isSurrogate(unit) else { return }
        let second = offset
        guard UTF16.isLeadSurrogate(unit), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")),
            UTF16.isTrailSurrogate(try scanFourDigits(of: second))
        else { throw failure("half a surrogate pair is no character", at: start) }
    }

    private mutating func scanFourDigits(of start: Int) throws(JSONSyntaxError) -> UInt16 {
        guard let unit = StringEscapes.unit(in: bytes[offset...].prefix(4)) else {
            throw failure("'\\u' takes four hexadecimal digits", at: start)
        }
        offset += 4
        return unit
    }
}
