package import StrictJSON

/// Reads the members of a JSON object whose keys are all known, and says exactly what is wrong.
package struct ObjectReader {
    private let node: JSONNode

    /// Throws when `node` is not an object or has a key that is not one of `keys`.
    ///
    /// - Parameter keys: Every key that the object may have.
    package init(_ node: JSONNode, keys: [String]) throws(DocumentError) {
        var none = DocumentFaults(limit: 0)
        try self.init(node, keys: keys, &none)
    }

    /// The same, where keys that it does not know are faults among others.
    package init(
        _ node: JSONNode, keys: [String], _ faults: inout DocumentFaults
    ) throws(DocumentError) {
        guard node.kind == .object else { throw .expected("an object", found: node) }
        self.node = node
        for (key, _) in node.members where !keys.contains(where: { key.isString($0) }) {
            try faults.add(
                DocumentError(
                    at: key, "unknown key" + Self.hint(key.string ?? "", among: keys)))
        }
    }

    /// Reads an object that may have any keys.
    package init(anyKeysOf node: JSONNode) {
        self.node = node
    }

    /// The value at `key`. Throws when there is none.
    package func required(_ key: String) throws(DocumentError) -> JSONNode {
        guard let value = node[key] else {
            throw DocumentError(at: node, "the key \(SafeText.quoted(key)) is missing")
        }
        return value
    }

    /// The value at `key`, or nil when there is none.
    package func optional(_ key: String) -> JSONNode? { node[key] }

    /// The text at `key`. Throws when there is none or it is not a string.
    package func string(_ key: String) throws(DocumentError) -> String {
        try required(key).text()
    }

    /// The text at `key`, or nil when there is none. Throws when it is not a string.
    package func optionalString(_ key: String) throws(DocumentError) -> String? {
        try optional(key)?.text()
    }

    /// The truth value at `key`, or `absent` when there is none. Throws when it is neither.
    package func bool(_ key: String, absent: Bool) throws(DocumentError) -> Bool {
        guard let value = optional(key) else { return absent }
        guard let bool = value.bool else {
            throw .expected("true or false", found: value)
        }
        return bool
    }

    /// The value that `make` makes of the text at `key`, its refusal told with position and key.
    package func value<Value>(
        _ key: String, _ make: (String) throws(InvalidValue) -> Value
    ) throws(DocumentError) -> Value {
        try required(key).value(make)
    }

    /// As ``value(_:_:)``, or nil when there is no `key`.
    package func optionalValue<Value>(
        _ key: String, _ make: (String) throws(InvalidValue) -> Value
    ) throws(DocumentError) -> Value? {
        optional(key) == nil ? nil : try value(key, make)
    }

    /// Throws when there is a `key`, for this reason.
    package func refuse(_ key: String, _ problem: String) throws(DocumentError) {
        guard let value = optional(key) else { return }
        throw DocumentError(at: value, problem)
    }

    /// The elements of the array at `key`; none when the key is absent. Throws when it is not an
    /// array.
    package func elements(_ key: String) throws(DocumentError) -> [JSONNode] {
        guard let array = optional(key) else { return [] }
        guard array.kind == .array else { throw .expected("an array", found: array) }
        return [JSONNode](array.elements)
    }

    private static func hint(_ name: String, among keys: [String]) -> String {
        Spelling.suggestion(for: name, among: keys).map { "; did you mean \"\($0)\"?" }
            ?? "; known are \(keys.sorted().joined(separator: ", "))"
    }
}

extension JSONNode {
    /// This node's text. Throws when it is not a string.
    package func text() throws(DocumentError) -> String {
        guard let string else { throw .expected("a string", found: self) }
        return string
    }

    /// The value that `make` makes of this node's text, its refusal told with position and key.
    package func value<Value>(
        _ make: (String) throws(InvalidValue) -> Value
    ) throws(DocumentError) -> Value {
        let text = try text()
        do { return try make(text) } catch { throw DocumentError(at: self, error.problem) }
    }
}
