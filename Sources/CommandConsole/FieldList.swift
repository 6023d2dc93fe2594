package import CommandLineKit

/// Values with their titles before them, aligned.
package struct FieldList {
    private var fields: [(title: String, values: [String])] = []

    /// No fields yet.
    package init() {}

    /// Adds a field with a value a line; one without values is left out.
    package mutating func add(_ title: String, _ values: [String]) {
        if !values.isEmpty { fields.append((title, values)) }
    }

    /// The lines to print.
    package func lines(_ style: TextStyle) -> [String] {
        let width = (fields.map { TextWidth.columns($0.title) }.max() ?? 0) + 2
        let margin = String(repeating: " ", count: width)
        return fields.flatMap { title, values in
            values.enumerated().map { index, value in
                let start = index == 0 ? style.apply(.heading, title + ":") : ""
                let gap = index == 0 ? width - TextWidth.columns(title) - 1 : width
                return start + margin.prefix(gap) + value
            }
        }
    }
}
