package import StrictJSON

/// Reads the members of a JSON object whose keys are all known, and says exactly what is wrong.
package struct ObjectReader {
    private let node: JSONNode
    private let path: String

    /// Throws when `node` is not an object or has a key that is not one of `keys`.
    ///
    /// - Parameters:
    ///   - path: The key of the object itself, empty at the top of the document.
    ///   - keys: Every key that the object may have.
    package init(_ node: JSONNode, path: String = "", keys: [String]) throws(DocumentError) {
        self.node = node
        self.path = path
        guard node.kind == .object else {
            throw DocumentError.expected("an object", found: node, key: path)
        }
        for (key, _) in node.members {
            guard let name = key.string, !keys.contains(where: { $0.utf8.elementsEqual(name.utf8) })
            else { continue }
            throw DocumentError(
                position: key.position, key: self.key(name),
                problem: "unknown key" + Self.hint(name, among: keys))
        }
    }

    /// Reads an object that may have any keys.
    package init(anyKeysOf node: JSONNode, path: String) {
        self.node = node
        self.path = path
    }

    /// The value at `key`. Throws when there is none.
    package func required(_ key: String) throws(DocumentError) -> JSONNode {
        guard let value = node[key] else {
            throw DocumentError(
                position: node.position, key: path,
                problem: "the key \(SafeText.quoted(key)) is missing")
        }
        return value
    }

    /// The value at `key`, or nil when there is none.
    package func optional(_ key: String) -> JSONNode? { node[key] }

    /// The path of a member of this object.
    package func key(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    /// The text at `key`. Throws when there is none or it is not a string.
    package func string(_ key: String) throws(DocumentError) -> String {
        try required(key).text(key: self.key(key))
    }

    /// The text at `key`, or nil when there is none. Throws when it is not a string.
    package func optionalString(_ key: String) throws(DocumentError) -> String? {
        try optional(key)?.text(key: self.key(key))
    }

    /// The truth value at `key`, or `absent` when there is none. Throws when it is neither.
    package func bool(_ key: String, absent: Bool) throws(DocumentError) -> Bool {
        guard let value = optional(key) else { return absent }
        guard let bool = value.bool else {
            throw .expected("true or false", found: value, key: self.key(key))
        }
        return bool
    }

    /// The value that `make` makes of the text at `key`, its refusal told with position and key.
    package func value<Value>(
        _ key: String, _ make: (String) throws(InvalidValue) -> Value
    ) throws(DocumentError) -> Value {
        let node = try required(key)
        let text = try node.text(key: self.key(key))
        do { return try make(text) } catch {
            throw DocumentError(position: node.position, key: self.key(key), problem: error.problem)
        }
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
        throw DocumentError(position: value.position, key: self.key(key), problem: problem)
    }

    /// The elements of the array at `key`, each with its own path; none when the key is absent.
    /// Throws when it is not an array.
    package func elements(_ key: String) throws(DocumentError) -> [(node: JSONNode, key: String)] {
        guard let array = optional(key) else { return [] }
        guard array.kind == .array else {
            throw .expected("an array", found: array, key: self.key(key))
        }
        return array.elements.enumerated().map { ($0.element, "\(self.key(key))[\($0.offset)]") }
    }

    private static func hint(_ name: String, among keys: [String]) -> String {
        Spelling.suggestion(for: name, among: keys).map { "; did you mean \"\($0)\"?" }
            ?? "; known are \(keys.sorted().joined(separator: ", "))"
    }
}

extension JSONNode {
    /// This node's text. Throws when it is not a string.
    package func text(key: String) throws(DocumentError) -> String {
        guard let string else { throw .expected("a string", found: self, key: key) }
        return string
    }
}

extension DocumentError {
    /// A value of the wrong type.
    package static func expected(_ what: String, found node: JSONNode, key: String) -> DocumentError
    {
        DocumentError(
            position: node.position, key: key,
            problem: "expected \(what), found \(node.kind.phrase)")
    }
}

extension JSONNode.Kind {
    /// The kind with its article, for sentences.
    fileprivate var phrase: String {
        switch self {
        case .object: "an object"
        case .array: "an array"
        case .string: "a string"
        case .number: "a number"
        case .bool: "true or false"
        case .null: "null"
        }
    }
}
