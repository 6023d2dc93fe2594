/// One word of the command line, as the bytes the program was given.
///
/// A word need not be text: an SSID or a file name can hold any bytes but NUL, so nothing is repaired
/// or lost before a command's own conversion has looked at it.
package struct Argument: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The bytes, without the terminating NUL.
    package let bytes: [UInt8]

    /// The word of these bytes.
    package init(bytes: some Sequence<UInt8>) { self.bytes = [UInt8](bytes) }
    /// The word that is the UTF-8 encoding of `text`.
    package init(_ text: String) { self.init(bytes: text.utf8) }
    /// The word that is written out.
    package init(stringLiteral text: String) { self.init(text) }

    /// The word as text; nil when its bytes are not valid UTF-8.
    package var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The word as text for messages and for comparing with declared names; what is not UTF-8 is
    /// replaced, which no declared name contains.
    package var displayText: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether these words, a command line, ask for JSON.
    package static func askForJSON(_ words: [Argument]) -> Bool {
        words.prefix { $0 != "--" }.contains("--json")
    }

    /// Whether the word is an option: a dash and more. A dash alone stands for standard input.
    var isOption: Bool { bytes.count > 1 && bytes[0] == UInt8(ascii: "-") }

    /// An option's name and, where it was written `--name=value`, its value.
    var optionParts: (name: String, value: Argument?) {
        guard bytes.starts(with: "--".utf8), let sign = bytes.firstIndex(of: UInt8(ascii: "="))
        else { return (displayText, nil) }
        let name = String(decoding: bytes[..<sign], as: UTF8.self)
        return (name, Argument(bytes: bytes[(sign + 1)...]))
    }
}
