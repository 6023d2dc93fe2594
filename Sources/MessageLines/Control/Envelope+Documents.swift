import LocalPushModel
import StrictJSON

/// The parts of a document that travels in a message. All throw when a value is missing or of
/// another type.
extension Envelope {
    /// The object at `key`.
    func part(_ key: String) throws(MessageError) -> Envelope {
        guard let part = try optionalPart(key) else { throw wrong(key, "an object") }
        return part
    }

    /// The object at `key`; nil when it is missing or null.
    func optionalPart(_ key: String) throws(MessageError) -> Envelope? {
        switch body[key] {
        case nil, .null: return nil
        case .object(let object): return Envelope(key, object)
        default: throw wrong(key, "an object")
        }
    }

    /// The array of objects at `key`.
    func parts(_ key: String) throws(MessageError) -> [Envelope] {
        try array(key).map { element throws(MessageError) in
            guard case .object(let object) = element else {
                throw wrong(key, "an array of objects")
            }
            return Envelope(key, object)
        }
    }

    /// The array of texts at `key`.
    func texts(_ key: String) throws(MessageError) -> [String] {
        try array(key).map { element throws(MessageError) in
            guard case .string(let text) = element else { throw wrong(key, "an array of texts") }
            return text
        }
    }

    /// The text at `key`, as long as a line allows.
    func text(_ key: String) throws(MessageError) -> String {
        try text(key, limit: LineFramer.longestLine)
    }

    /// The text at `key`, as long as a line allows; nil when it is missing or null.
    func optionalText(_ key: String) throws(MessageError) -> String? {
        try optionalText(key, limit: LineFramer.longestLine)
    }

    /// The truth value at `key`.
    func flag(_ key: String) throws(MessageError) -> Bool {
        guard case .bool(let flag) = body[key] else { throw wrong(key, "true or false") }
        return flag
    }

    /// The value whose raw value is the text at `key`.
    func word<Word: RawRepresentable>(_ key: String) throws(MessageError) -> Word
    where Word.RawValue == String {
        guard let word = Word(rawValue: try text(key)) else { throw wrong(key, "a known word") }
        return word
    }

    private func array(_ key: String) throws(MessageError) -> [JSONValue] {
        guard case .array(let elements) = body[key] else { throw wrong(key, "an array") }
        return elements
    }

    private func wrong(_ key: String, _ what: String) -> MessageError {
        MessageError("\(SafeText.quoted(key)) of \(SafeText.quoted(name)) has to be \(what)")
    }
}

extension JSONValue {
    /// A text, or null.
    static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    /// A whole number, or null.
    static func integer(_ number: Int?) -> JSONValue {
        number.map { .number(JSONNumber($0)) } ?? .null
    }
}
