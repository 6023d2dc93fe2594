/// Writes values as JSON text, keys sorted, so that equal values have equal texts.
///
/// Text stays readable: characters stand for themselves, except those that RFC 8259 wants escaped
/// and those that are invisible and can change what a terminal does or shows (control and
/// formatting characters). A file or a terminal takes any output as it is.
package struct JSONWriter {
    /// What was written so far, in UTF-8.
    package private(set) var bytes: [UInt8]
    private let pretty: Bool
    private var depth = 0

    /// - Parameters:
    ///   - bytes: What to write after.
    ///   - pretty: Whether each member and element gets a line of its own, indented by two spaces,
    ///     rather than all being on one line without spaces.
    package init(after bytes: [UInt8] = [], pretty: Bool) {
        self.bytes = bytes
        self.pretty = pretty
    }

    /// Adds the text of `value`.
    package mutating func write(_ value: JSONValue) {
        switch value {
        case .object(let object): write(object)
        case .array(let array): write(array)
        case .string(let string): write(string)
        case .number(let number): bytes.append(contentsOf: number.text.utf8)
        case .bool(let bool): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
        case .null: bytes.append(contentsOf: "null".utf8)
        }
    }

    private mutating func write(_ object: JSONObject) {
        writeList(object, "{", "}") { writer, member in
            writer.write(member.key)
            writer.bytes.append(contentsOf: (writer.pretty ? ": " : ":").utf8)
            writer.write(member.value)
        }
    }

    private mutating func write(_ array: [JSONValue]) {
        writeList(array, "[", "]") { $0.write($1) }
    }

    private mutating func writeList<Items: Collection>(
        _ items: Items, _ opening: Unicode.Scalar, _ closing: Unicode.Scalar,
        writeItem: (inout JSONWriter, Items.Element) -> Void
    ) {
        bytes.append(UInt8(ascii: opening))
        depth += 1
        for (number, item) in items.enumerated() {
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            startLine()
            writeItem(&self, item)
        }
        depth -= 1
        if !items.isEmpty { startLine() }
        bytes.append(UInt8(ascii: closing))
    }

    private mutating func startLine() {
        guard pretty else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }
}

// MARK: Strings

extension JSONWriter {
    private mutating func write(_ string: String) {
        bytes.append(UInt8(ascii: "\""))
        if string.utf8.allSatisfy({ Self.isPlain($0) }) {
            bytes.append(contentsOf: string.utf8)
        } else {
            for scalar in string.unicodeScalars { write(scalar) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Whether the byte is a printable ASCII character that needs no escape.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"": bytes.append(contentsOf: #"\""#.utf8)
        case "\\": bytes.append(contentsOf: #"\\"#.utf8)
        case "\n": bytes.append(contentsOf: #"\n"#.utf8)
        case "\r": bytes.append(contentsOf: #"\r"#.utf8)
        case "\t": bytes.append(contentsOf: #"\t"#.utf8)
        default:
            if Self.needsEscape(scalar) {
                for unit in UTF16.encode(scalar) ?? .init() { writeEscape(unit) }
            } else if scalar.isASCII {
                bytes.append(UInt8(ascii: scalar))
            } else {
                bytes.append(contentsOf: String(scalar).utf8)
            }
        }
    }

    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return !isPlain(UInt8(ascii: scalar)) }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: return false
        }
    }

    private mutating func writeEscape(_ unit: UInt16) {
        let digits = String(unit, radix: 16)
        bytes.append(contentsOf: #"\u"#.utf8)
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
        bytes.append(contentsOf: digits.utf8)
    }
}

extension JSONValue {
    /// The value on one line without spaces, keys sorted.
    package var compactText: String { text(pretty: false) }

    /// The value with each member and element on a line of its own, keys sorted, indented by two
    /// spaces, without a line feed at the end.
    package var prettyText: String { text(pretty: true) }

    /// Adds the text of the value to `bytes`.
    package func write(into bytes: inout [UInt8], pretty: Bool) {
        var writer = JSONWriter(after: consume bytes, pretty: pretty)
        writer.write(self)
        bytes = writer.bytes
    }

    private func text(pretty: Bool) -> String {
        var bytes: [UInt8] = []
        write(into: &bytes, pretty: pretty)
        return String(decoding: bytes, as: UTF8.self)
    }
}
