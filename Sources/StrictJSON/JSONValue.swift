/// A JSON value on its own, free of any document.
///
/// Two values are equal when they are written alike once keys are sorted: strings by their UTF-8
/// bytes, numbers by their text (`1.0` is not `1`).
package enum JSONValue: Sendable {
    case object(JSONObject)
    case array([JSONValue])
    case string(String)
    case number(JSONNumber)
    case bool(Bool)
    case null
}

extension JSONValue {
    /// The value of `node` and all that is in it.
    package init(_ node: JSONNode) {
        switch node.kind {
        case .object: self = .object(JSONObject(node))
        case .array: self = .array(node.elements.map { JSONValue($0) })
        case .string: self = .string(node.string ?? "")
        case .number: self = .number(JSONNumber(node))
        case .bool: self = .bool(node.bool ?? false)
        case .null: self = .null
        }
    }

    /// The value of a whole JSON text. Throws as ``JSONDocument/init(parsing:)`` does.
    package init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
        self.init(try JSONDocument(parsing: bytes).root)
    }

    /// What the value is.
    package var kind: JSONNode.Kind {
        switch self {
        case .object: .object
        case .array: .array
        case .string: .string
        case .number: .number
        case .bool: .bool
        case .null: .null
        }
    }

    /// The value of a string, otherwise nil.
    package var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The value of a whole number that an `Int` holds, otherwise nil.
    package var integer: Int? { if case .number(let number) = self { number.integer } else { nil } }

    /// The elements of an array; none of anything else.
    package var elements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }

    /// The value that an object has for `key`; nil when it has none, or this is something else.
    package subscript(_ key: String) -> JSONValue? {
        if case .object(let object) = self { object[key] } else { nil }
    }
}

extension JSONValue: Hashable {
    /// Whether both are of one kind and are written alike; see ``JSONValue``.
    package static func == (one: JSONValue, other: JSONValue) -> Bool {
        switch (one, other) {
        case (.object(let one), .object(let other)): one == other
        case (.array(let one), .array(let other)): one == other
        case (.string(let one), .string(let other)): one.hasSameBytes(as: other)
        case (.number(let one), .number(let other)): one == other
        case (.bool(let one), .bool(let other)): one == other
        case (.null, .null): true
        default: false
        }
    }

    /// Strings of the same bytes have the same hash as strings, too.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        switch self {
        case .object(let object): hasher.combine(object)
        case .array(let array): hasher.combine(array)
        case .string(let string): hasher.combine(string)
        case .number(let number): hasher.combine(number)
        case .bool(let bool): hasher.combine(bool)
        case .null: break
        }
    }
}
