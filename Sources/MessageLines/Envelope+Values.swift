import LocalPushModel
package import StrictJSON

/// The values in a message. Keys that a reader does not ask for are ignored, so that either end may
/// be newer than the other. All throw when a value is missing or of another type.
extension Envelope {
    /// A text of at most `limit` UTF-8 bytes.
    package func text(_ key: String, limit: Int) throws(MessageError) -> String {
        guard let text = try optionalText(key, limit: limit) else { throw missing(key) }
        return text
    }

    /// A text of at most `limit` UTF-8 bytes; nil when it is missing or null.
    package func optionalText(_ key: String, limit: Int) throws(MessageError) -> String? {
        guard let value = present(key) else { return nil }
        guard case .string(let text) = value else { throw expected("a text", key) }
        guard text.utf8.count <= limit else { throw expected("at most \(limit) bytes", key) }
        return text
    }

    /// A whole number from 0 to 2⁵³, the most that every JSON reader takes exactly.
    package func count(_ key: String) throws(MessageError) -> Int {
        guard let count = try optionalCount(key) else { throw missing(key) }
        return count
    }

    /// A whole number from 0 to 2⁵³; nil when it is missing or null.
    package func optionalCount(_ key: String) throws(MessageError) -> Int? {
        guard let value = present(key) else { return nil }
        guard case .number(let number) = value, let count = Int(number.text),
            (0...(1 << 53)).contains(count)
        else { throw expected("a whole number from 0", key) }
        return count
    }

    /// An object; empty when it is missing or null.
    package func object(_ key: String) throws(MessageError) -> JSONObject {
        guard let value = present(key) else { return [:] }
        guard case .object(let object) = value else { throw expected("an object", key) }
        return object
    }

    private func present(_ key: String) -> JSONValue? {
        let value = body[key]
        return value == .null ? nil : value
    }

    private func missing(_ key: String) -> MessageError {
        MessageError("\(SafeText.quoted(name)) lacks \(SafeText.quoted(key))")
    }

    private func expected(_ what: String, _ key: String) -> MessageError {
        MessageError("\(SafeText.quoted(key)) of \(SafeText.quoted(name)) has to be \(what)")
    }
}
