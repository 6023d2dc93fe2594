import LocalPushModel

/// A text of a notification: as it is, or the key of one in the app's languages.
package struct PushText: Hashable, Sendable {
    /// The text as the sender has written it; nil when it gives only a key.
    package var literal: String?
    /// The key of a format in the app's strings; a format that is found comes before ``literal``.
    package var key: String?
    /// What takes the places of `%@` and `%1$@` in the format.
    package var arguments: [String] = []

    /// A text as it is.
    package init(literal: String) { self.literal = literal }

    /// Nil when there is neither a text nor a key.
    init?(
        _ reader: PayloadReader, _ literal: String, key: String, arguments: String
    ) throws(DocumentError) {
        self.literal = try reader.text(literal)
        self.key = try reader.text(key)
        self.arguments = try reader.texts(arguments)
        if self.literal == nil, self.key == nil { return nil }
    }

    /// The text for people. Without a format for the key it is the literal, and without that the key
    /// itself is the format, as Foundation has it.
    ///
    /// - Parameter strings: gives the app's format for a key, in the user's language.
    package func resolved(_ strings: (String) -> String?) -> String {
        guard let key else { return literal ?? "" }
        guard let format = strings(key) else {
            return literal ?? Self.fill(key, arguments)
        }
        return Self.fill(format, arguments)
    }

    /// `format` with its places filled: `%@` takes the next argument, `%2$@` the second, `%%` is a
    /// percent sign. A place without an argument becomes nothing; other percent signs stay.
    static func fill(_ format: String, _ arguments: [String]) -> String {
        var result = ""
        var rest = Substring(format).unicodeScalars
        var next = 0
        while let percent = rest.firstIndex(of: "%") {
            result.unicodeScalars.append(contentsOf: rest[..<percent])
            rest = rest[rest.index(after: percent)...]
            if rest.first == "%" {
                result += "%"
                rest = rest.dropFirst()
            } else if let place = place(&rest, next: &next) {
                result += arguments.indices.contains(place) ? arguments[place] : ""
            } else {
                result += "%"
            }
        }
        result.unicodeScalars.append(contentsOf: rest)
        return result
    }

    /// Reads what follows a percent sign, if it is a place: which argument it takes, from 0.
    private static func place(
        _ rest: inout Substring.UnicodeScalarView, next: inout Int
    ) -> Int? {
        if rest.first == "@" {
            rest = rest.dropFirst()
            next += 1
            return next - 1
        }
        let digits = rest.prefix { ("0"..."9").contains($0) }
        let after = rest[digits.endIndex...]
        guard let number = Int(String(digits)), number >= 1, after.starts(with: "$@".unicodeScalars)
        else { return nil }
        rest = after.dropFirst(2)
        return number - 1
    }
}
