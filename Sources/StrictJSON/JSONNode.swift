/// A value in a document: cheap to make and to copy, decoded when asked.
package struct JSONNode: Sendable {
    /// What a value is.
    package enum Kind: UInt8, Sendable {
        case object, array, string, number, bool, null
    }

    let storage: JSONDocument.Storage
    let index: Int

    var entry: TapeEntry { storage.tape[index] }

    /// What the value is.
    package var kind: Kind { entry.kind }

    /// Where the value's text starts in the document's bytes, from 0.
    package var offset: Int { Int(entry.start) }

    /// Where the value's text starts, as people count. Takes time by the length of the text.
    package var position: JSONPosition { JSONPosition(of: offset, in: storage.bytes) }

    /// The value's text as it stands in the document, the quotes of a string included.
    package var bytes: ArraySlice<UInt8> { storage.bytes[entry.range] }

    /// The value of a string, otherwise nil.
    package var string: String? {
        stringBytes.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The UTF-8 bytes of the value of a string, otherwise nil.
    package var stringBytes: ArraySlice<UInt8>? {
        let entry = entry
        guard entry.kind == .string else { return nil }
        let contents = storage.bytes[entry.contents]
        return entry.hasEscapes ? StringEscapes.decoded(contents)[...] : contents
    }

    /// The value of `true` or `false`, otherwise nil.
    package var bool: Bool? {
        kind == .bool ? storage.bytes[offset] == UInt8(ascii: "t") : nil
    }

    /// The text of a number, otherwise nil.
    package var numberText: String? {
        kind == .number ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// The value of a number that is written without fraction and exponent and fits an `Int`,
    /// otherwise nil.
    package var integer: Int? { numberText.flatMap { Int($0) } }

    /// The value that an object has for `key`, compared by UTF-8 bytes; nil when it has none, or
    /// this is something else. Looks at every member.
    package subscript(_ key: String) -> JSONNode? {
        guard kind == .object else { return nil }
        let end = Int(entry.next)
        var place = index + 1
        while place < end {
            if storage.isString(at: place, key) {
                return JSONNode(storage: storage, index: place + 1)
            }
            place = Int(storage.tape[place + 1].next)
        }
        return nil
    }

    /// The way from the document's root to this value or key, as `profiles[2].matchSSIDs[1]`; empty
    /// for the root. Takes time by what comes before it.
    package var path: String {
        var path = ""
        var node = JSONNode(storage: storage, index: 0)
        while node.index != index, let (step, child) = node.step(towards: index) {
            path += step
            node = child
        }
        return path.hasPrefix(".") ? String(path.dropFirst()) : path
    }

    /// The child that the entry at `target` is in, or is the key of.
    private func step(towards target: Int) -> (step: String, child: JSONNode)? {
        for (number, element) in elements.enumerated() where target < element.entry.next {
            return ("[\(number)]", element)
        }
        for (key, value) in members where target < value.entry.next {
            return (".\(key.string ?? "")", target == key.index ? key : value)
        }
        return nil
    }

    /// Whether this is a string whose value has the UTF-8 bytes of `text`.
    package func isString(_ text: String) -> Bool {
        storage.isString(at: index, text)
    }

    /// Whether this, or a key or value anywhere in it, is such a string: one pass, however deep it is.
    package func mentions(_ text: String) -> Bool {
        (index..<Int(entry.next)).contains { storage.isString(at: $0, text) }
    }
}

extension JSONNode.Kind: CustomStringConvertible {
    /// The kind with its article, for sentences: "an object".
    package var description: String {
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
