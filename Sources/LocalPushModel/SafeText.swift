/// Text from outside (the air, files, peers) made harmless to show on a terminal or in a log.
///
/// Printable characters pass as they are. Control characters, invisible and bidirectional formatting
/// characters, and bytes that are not UTF-8 become `\xNN`, one for each byte; a backslash becomes
/// `\\`. The result is on one line, and every original byte can be read off it.
package enum SafeText {
    /// `bytes` escaped.
    package static func escaped(_ bytes: some Sequence<UInt8>) -> String {
        var rest = [UInt8](bytes)[...]
        // Nearly all text is, and lists can hold a great deal of it.
        if rest.allSatisfy(isPlain) { return String(decoding: rest, as: UTF8.self) }
        var result = ""
        while let first = rest.first {
            if let scalar = firstScalar(of: rest), isHarmless(scalar) {
                result.unicodeScalars.append(scalar)
                rest = rest.dropFirst(UTF8.width(scalar))
            } else if first == UInt8(ascii: "\\") {
                result += "\\\\"
                rest = rest.dropFirst()
            } else {
                result += "\\x" + Hexadecimal.text(CollectionOfOne(first))
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// `text` escaped.
    package static func escaped(_ text: String) -> String { escaped(text.utf8) }

    /// A text for people in which everything from outside is escaped already, should its maker have
    /// forgotten something: as ``escaped(_:)``, but backslashes stay as they are.
    package static func checked(_ text: String) -> String {
        text.split(separator: "\\", omittingEmptySubsequences: false).map { escaped(String($0)) }
            .joined(separator: "\\")
    }

    /// `bytes` escaped, in double quotes; a quotation mark inside becomes `\x22`.
    package static func quoted(_ bytes: some Sequence<UInt8>) -> String {
        let text = escaped(bytes)
        guard text.utf8.contains(UInt8(ascii: "\"")) else { return "\"" + text + "\"" }
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        return "\"" + parts.joined(separator: "\\x22") + "\""
    }

    /// `text` escaped, in double quotes.
    package static func quoted(_ text: String) -> String { quoted(text.utf8) }

    /// Whether a byte is a printable ASCII character that stands for itself.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\\")
    }

    /// The scalar at the start of `bytes`, or nil where they do not start with valid UTF-8.
    private static func firstScalar(of bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
        return scalar
    }

    /// Whether a terminal shows `scalar` as itself and nothing else happens.
    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "\\" { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            return false
        default: return true
        }
    }
}
