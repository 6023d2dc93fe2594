extension JSONScanner {
    /// Reads a string, whose opening quote is at the offset.
    mutating func scanString() throws(JSONSyntaxError) {
        let start = offset
        var hasEscapes = false
        offset += 1
        while true {
            guard let byte = peek else {
                throw failure("the string that starts here does not end", at: start)
            }
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                append(.string, from: start, hasEscapes: hasEscapes)
                return
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try scanEscape()
            case 0..<0x20:
                throw failure("\(found) in a string must be written as an escape")
            default:
                offset += 1
            }
        }
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
