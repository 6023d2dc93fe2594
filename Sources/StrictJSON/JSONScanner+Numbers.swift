extension JSONScanner {
    /// Reads a number, whose first byte, a minus or a digit, is at the offset.
    mutating func scanNumber() throws(JSONSyntaxError) {
        let start = offset
        _ = take(UInt8(ascii: "-"))
        if take(UInt8(ascii: "0")) {
            guard !isAtDigit else { throw failure("a number must not start with 0", at: start) }
        } else {
            try scanDigits()
        }
        if take(UInt8(ascii: ".")) { try scanDigits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
            try scanDigits()
        }
        append(.number, from: start)
    }

    /// Reads one digit or more.
    private mutating func scanDigits() throws(JSONSyntaxError) {
        guard isAtDigit else { throw failure("expected a digit, found \(found)") }
        while isAtDigit { offset += 1 }
    }

    private var isAtDigit: Bool {
        peek.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    }
}
