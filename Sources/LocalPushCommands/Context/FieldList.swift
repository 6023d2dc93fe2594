import CommandLineKit

/// Values with their titles before them, aligned.
struct FieldList {
    private var fields: [(title: String, values: [String])] = []

    /// Adds a field with a value a line; one without values is left out.
    mutating func add(_ title: String, _ values: [String]) {
        if !values.isEmpty { fields.append((title, values)) }
    }

    func lines(_ style: TextStyle) -> [String] {
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
