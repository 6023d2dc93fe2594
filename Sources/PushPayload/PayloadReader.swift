import LocalPushModel
import StrictJSON

/// Reads members of `aps` and of what is in it. All throw when a value is of the wrong type or out of
/// its range; keys that nobody asks for are ignored.
struct PayloadReader {
    private let members: ObjectReader

    init(_ node: JSONNode) throws(DocumentError) {
        guard node.kind == .object else { throw .expected("an object", found: node) }
        members = ObjectReader(anyKeysOf: node)
    }

    func optional(_ key: String) -> JSONNode? { members.optional(key) }

    func text(_ key: String) throws(DocumentError) -> String? { try members.optionalString(key) }

    /// A whole number in `range`.
    func integer(_ key: String, in range: ClosedRange<Int>) throws(DocumentError) -> Int? {
        guard let node = optional(key) else { return nil }
        guard let number = node.integer, range.contains(number) else {
            throw .expected(
                "a whole number from \(range.lowerBound) to \(range.upperBound)", found: node)
        }
        return number
    }

    /// 1 for yes; 0, or nothing, for no.
    func flag(_ key: String) throws(DocumentError) -> Bool {
        guard let node = optional(key) else { return false }
        guard let number = node.integer, (0...1).contains(number) else {
            throw .expected("1 or 0", found: node)
        }
        return number == 1
    }

    /// A number from 0 to 1.
    func fraction(_ key: String) throws(DocumentError) -> Double? {
        guard let node = optional(key) else { return nil }
        guard let number = node.numberText.flatMap(Double.init), (0...1).contains(number) else {
            throw .expected("a number from 0 to 1", found: node)
        }
        return number
    }

    /// One of a few words.
    func choice<Value: CaseIterable & RawRepresentable<String>>(
        _ key: String, _ make: (String) -> Value?
    ) throws(DocumentError) -> Value? {
        guard let node = optional(key) else { return nil }
        let word = try node.text()
        guard let value = make(word) else {
            let known = Value.allCases.map(\.rawValue)
            let hint = Spelling.suggestion(for: word, among: known).map {
                "; did you mean \"\($0)\"?"
            }
            throw DocumentError(
                at: node,
                "\(SafeText.quoted(word)) is not known"
                    + (hint ?? "; known are \(known.joined(separator: ", "))"))
        }
        return value
    }

    /// A list of texts.
    func texts(_ key: String) throws(DocumentError) -> [String] {
        var texts: [String] = []
        for node in try members.elements(key) { texts.append(try node.text()) }
        return texts
    }
}
