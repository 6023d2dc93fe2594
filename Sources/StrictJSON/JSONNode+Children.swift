/// The elements of an array in a document.
package struct JSONElements: Sequence, IteratorProtocol {
    private let storage: JSONDocument.Storage
    private var index: Int
    private let end: Int

    fileprivate init(of node: JSONNode, kind: JSONNode.Kind = .array) {
        storage = node.storage
        index = node.index + 1
        end = node.kind == kind ? Int(node.entry.next) : index
    }

    /// How many elements are left. Takes time by their number.
    package var underestimatedCount: Int {
        var count = 0
        var place = index
        while place < end {
            count += 1
            place = Int(storage.tape[place].next)
        }
        return count
    }

    /// The next element, nil after the last.
    package mutating func next() -> JSONNode? {
        guard index < end else { return nil }
        defer { index = Int(storage.tape[index].next) }
        return JSONNode(storage: storage, index: index)
    }
}

/// The members of an object in a document.
package struct JSONMembers: Sequence, IteratorProtocol {
    /// Keys and values in turn.
    private var children: JSONElements

    fileprivate init(of node: JSONNode) {
        children = JSONElements(of: node, kind: .object)
    }

    /// How many members are left. Takes time by their number.
    package var underestimatedCount: Int { children.underestimatedCount / 2 }

    /// The next member, nil after the last.
    package mutating func next() -> (key: JSONNode, value: JSONNode)? {
        guard let key = children.next(), let value = children.next() else { return nil }
        return (key, value)
    }
}

extension JSONNode {
    /// The elements of an array in order; none when this is something else.
    package var elements: JSONElements { JSONElements(of: self) }

    /// The members of an object in file order; none when this is something else.
    package var members: JSONMembers { JSONMembers(of: self) }
}
