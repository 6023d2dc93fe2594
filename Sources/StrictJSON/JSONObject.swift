/// An object: members with distinct keys, kept sorted by the UTF-8 bytes of their keys.
package struct JSONObject: Sendable {
    private var members: [(key: String, value: JSONValue)] = []

    /// An object without members.
    package init() {}

    /// Of a key that is given twice the last value counts.
    package init(_ members: some Sequence<(key: String, value: JSONValue)>) {
        self.members = Array(members)
        // What this module has written is in order already.
        let pairs = zip(self.members, self.members.dropFirst())
        if !pairs.allSatisfy({ $0.key.hasBytesBefore($1.key) }) { sort() }
    }

    /// `node` is an object.
    init(_ node: JSONNode) {
        self.init(node.members.map { (key: $0.key.string ?? "", value: JSONValue($0.value)) })
    }

    /// The value for `key`; setting nil removes the member.
    package subscript(_ key: String) -> JSONValue? {
        get {
            let place = place(of: key)
            return place.isTaken ? members[place.index].value : nil
        }
        set {
            let place = place(of: key)
            let range = place.index..<place.index + (place.isTaken ? 1 : 0)
            members.replaceSubrange(range, with: newValue.map { [(key, $0)] } ?? [])
        }
    }

    private mutating func sort() {
        // Sorting is stable, so of those that have one key the last given comes last.
        let sorted = members.sorted { $0.key.hasBytesBefore($1.key) }
        members = []
        for member in sorted {
            if members.last?.key.hasSameBytes(as: member.key) == true { members.removeLast() }
            members.append(member)
        }
    }

    /// Where `key` is, or belongs.
    private func place(of key: String) -> (index: Int, isTaken: Bool) {
        var range = members.startIndex..<members.endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if members[middle].key.hasBytesBefore(key) {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        let index = range.lowerBound
        return (index, index < members.endIndex && members[index].key.hasSameBytes(as: key))
    }
}

extension JSONObject: RandomAccessCollection {
    /// 0.
    package var startIndex: Int { members.startIndex }

    /// The number of members.
    package var endIndex: Int { members.endIndex }

    /// The member at `index` in the order of keys.
    package subscript(index: Int) -> (key: String, value: JSONValue) { members[index] }
}

extension JSONObject: Hashable {
    /// Whether both have the same keys, by their bytes, with equal values.
    package static func == (one: JSONObject, other: JSONObject) -> Bool {
        one.members.elementsEqual(other.members) {
            $0.key.hasSameBytes(as: $1.key) && $0.value == $1.value
        }
    }

    /// Strings of the same bytes have the same hash as strings, too.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(members.count)
        for (key, value) in members {
            hasher.combine(key)
            hasher.combine(value)
        }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Of a key that is given twice the last value counts.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.map { (key: $0.0, value: $0.1) })
    }
}
