/// Reads a JSON text strictly by RFC 8259 into a tape, in one pass after the UTF-8 check.
///
/// It nests calls as deep as the text nests, hence the limit on depth.
struct JSONScanner {
    /// How deep arrays and objects may nest.
    static let maximumDepth = 512

    let bytes: [UInt8]
    var offset = 0
    var tape: [TapeEntry] = []

    /// The tape of a whole text: one value, and nothing but white space around it.
    static func tape(of bytes: [UInt8]) throws(JSONSyntaxError) -> [TapeEntry] {
        var scanner = JSONScanner(bytes: bytes)
        // Texts have a value or key for every 16 bytes or so.
        scanner.tape.reserveCapacity(bytes.count / 16)
        try scanner.checkEncoding()
        scanner.skipWhitespace()
        try scanner.scanValue(depth: 0)
        scanner.skipWhitespace()
        guard scanner.offset == bytes.count else {
            throw scanner.failure("expected nothing more, found \(scanner.found)")
        }
        return scanner.tape
    }

    private func checkEncoding() throws(JSONSyntaxError) {
        guard bytes.count < Int(UInt32.max) else {
            throw failure("the text is longer than 4 GiB", at: 0)
        }
        guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
            throw failure("the text starts with a byte order mark", at: 0)
        }
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            throw failure("this is not UTF-8", at: error.byteOffsets.lowerBound)
        }
    }

    private mutating func scanValue(depth: Int) throws(JSONSyntaxError) {
        guard let byte = peek else { throw failure("expected a value, found the end") }
        switch byte {
        case UInt8(ascii: "{"): try scanObject(depth: depth + 1)
        case UInt8(ascii: "["): try scanArray(depth: depth + 1)
        case UInt8(ascii: "\""): try scanString()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try scanNumber()
        case UInt8(ascii: "t"): try scanLiteral("true", .bool)
        case UInt8(ascii: "f"): try scanLiteral("false", .bool)
        case UInt8(ascii: "n"): try scanLiteral("null", .null)
        default: throw failure("expected a value, found \(found)")
        }
    }

    private mutating func scanObject(depth: Int) throws(JSONSyntaxError) {
        let object = try open(.object, depth: depth)
        var count = 0
        if !take(UInt8(ascii: "}")) {
            repeat {
                skipWhitespace()
                try scanMember(depth: depth)
                count += 1
                skipWhitespace()
            } while take(UInt8(ascii: ","))
            guard take(UInt8(ascii: "}")) else {
                throw failure("expected ',' or '}' after a member, found \(found)")
            }
        }
        close(object)
        try checkKeys(of: object, count: count)
    }

    private mutating func scanMember(depth: Int) throws(JSONSyntaxError) {
        guard peek == UInt8(ascii: "\"") else {
            throw failure("expected a key in double quotes, found \(found)")
        }
        try scanString()
        skipWhitespace()
        guard take(UInt8(ascii: ":")) else {
            throw failure("expected ':' after a key, found \(found)")
        }
        skipWhitespace()
        try scanValue(depth: depth)
    }

    private mutating func scanArray(depth: Int) throws(JSONSyntaxError) {
        let array = try open(.array, depth: depth)
        if !take(UInt8(ascii: "]")) {
            repeat {
                skipWhitespace()
                try scanValue(depth: depth)
                skipWhitespace()
            } while take(UInt8(ascii: ","))
            guard take(UInt8(ascii: "]")) else {
                throw failure("expected ',' or ']' after an element, found \(found)")
            }
        }
        close(array)
    }

    private mutating func scanLiteral(
        _ literal: StaticString, _ kind: JSONNode.Kind
    ) throws(JSONSyntaxError) {
        let start = offset
        let text = "\(literal)".utf8
        guard bytes[start...].starts(with: text) else {
            throw failure("expected a value, perhaps \(literal)")
        }
        offset += text.count
        append(kind, from: start)
    }
}

// MARK: Reading

extension JSONScanner {
    /// The byte to be read next; nil at the end.
    var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// Goes past the next byte if it is `byte`.
    mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        offset += 1
        return true
    }

    private mutating func skipWhitespace() {
        while let byte = peek,
            byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
        {
            offset += 1
        }
    }

    func failure(_ problem: String, at place: Int? = nil) -> JSONSyntaxError {
        JSONSyntaxError(problem, at: place ?? offset, in: bytes)
    }

    /// What stands at the offset, for people.
    var found: String {
        let scalar = String(decoding: bytes[offset...].prefix(4), as: UTF8.self).unicodeScalars
            .first
        guard let scalar else { return "the end" }
        if (0x20..<0x7F).contains(scalar.value) { return "'\(scalar)'" }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

// MARK: Writing the tape

extension JSONScanner {
    /// Adds the value that starts at `start` and ends before the offset.
    mutating func append(_ kind: JSONNode.Kind, from start: Int, hasEscapes: Bool = false) {
        tape.append(
            TapeEntry(
                kind: kind, hasEscapes: hasEscapes, start: UInt32(start), end: UInt32(offset),
                next: UInt32(tape.count + 1)))
    }

    /// Starts an array or object, and goes to what is in it. Returns its index.
    private mutating func open(
        _ kind: JSONNode.Kind, depth: Int
    ) throws(JSONSyntaxError) -> Int {
        guard depth <= Self.maximumDepth else {
            throw failure("arrays and objects nest deeper than \(Self.maximumDepth)")
        }
        append(kind, from: offset)
        offset += 1
        skipWhitespace()
        return tape.count - 1
    }

    /// Ends the array or object at `index` before the offset.
    private mutating func close(_ index: Int) {
        tape[index].end = UInt32(offset)
        tape[index].next = UInt32(tape.count)
    }
}
