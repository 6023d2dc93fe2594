/// An object: members with distinct keys, kept sorted by the UTF-8 bytes of their keys.
package struct JSONObject: Sendable {
    private var keys: [String] = []
    private var values: [JSONValue] = []

    /// An object without members.
    package init() {}

    /// Of a key that is given twice the last value counts.
    package init(_ members: some Sequence<(key: String, value: JSONValue)>) {
        for (key, value) in members.sorted(by: { $0.key.hasBytesBefore($1.key) }) {
            append(value, for: key)
        }
    }

    /// `node` is an object.
    init(_ node: JSONNode) {
        self.init(node.members.map { (key: $0.key.string ?? "", value: JSONValue($0.value)) })
    }

    /// The value for `key`; setting nil removes the member.
    package subscript(_ key: String) -> JSONValue? {
        get {
            let place = place(of: key)
            return place.isTaken ? values[place.index] : nil
        }
        set {
            let place = place(of: key)
            let range = place.index..<place.index + (place.isTaken ? 1 : 0)
            keys.replaceSubrange(range, with: newValue == nil ? [] : [key])
            values.replaceSubrange(range, with: newValue.map { [$0] } ?? [])
        }
    }

    /// Adds a member whose key does not sort before those there.
    private mutating func append(_ value: JSONValue, for key: String) {
        if let last = keys.last, last.hasSameBytes(as: key) {
            values[values.count - 1] = value
        } else {
            keys.append(key)
            values.append(value)
        }
    }

    /// Where `key` is, or belongs.
    private func place(of key: String) -> (index: Int, isTaken: Bool) {
        var range = keys.startIndex..<keys.endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if keys[middle].hasBytesBefore(key) {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        let index = range.lowerBound
        return (index, index < keys.endIndex && keys[index].hasSameBytes(as: key))
    }
}

extension JSONObject: RandomAccessCollection {
    /// 0.
    package var startIndex: Int { keys.startIndex }

    /// The number of members.
    package var endIndex: Int { keys.endIndex }

    /// The member at `index` in the order of keys.
    package subscript(index: Int) -> (key: String, value: JSONValue) {
        (keys[index], values[index])
    }
}

extension JSONObject: Hashable {
    /// Whether both have the same keys, by their bytes, with equal values.
    package static func == (one: JSONObject, other: JSONObject) -> Bool {
        one.keys.elementsEqual(other.keys) { $0.hasSameBytes(as: $1) } && one.values == other.values
    }

    /// Strings of the same bytes have the same hash as strings, too.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(keys)
        hasher.combine(values)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Of a key that is given twice the last value counts.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.map { (key: $0.0, value: $0.1) })
    }
}
