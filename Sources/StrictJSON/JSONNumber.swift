/// A number as it was written. Its text passes through unchanged, so that no digit is lost that
/// some floating-point type could not hold.
package struct JSONNumber: Hashable, Sendable {
    /// The number in JSON's grammar, for example `-12.50e3`.
    package let text: String

    /// The number in decimal digits.
    package init(_ value: Int) {
        text = String(value)
    }

    /// The number that `text` writes; nil unless `text` is exactly one JSON number.
    package init?(text: String) {
        guard let document = try? JSONDocument(parsing: [UInt8](text.utf8)),
            let number = document.root.numberText, number.utf8.count == text.utf8.count
        else { return nil }
        self.text = number
    }

    /// `node` is a number.
    init(_ node: JSONNode) {
        text = node.numberText ?? "0"
    }

    /// The value of a number that is written without fraction and exponent and fits an `Int`,
    /// otherwise nil.
    package var integer: Int? { Int(text) }
}
