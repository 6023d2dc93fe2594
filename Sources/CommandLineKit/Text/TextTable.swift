/// Rows whose columns align.
package struct TextTable: Sendable {
    /// Text and what it means for its look.
    package struct Cell: Sendable, ExpressibleByStringLiteral {
        let text: String
        let role: TextStyle.Role?

        package init(_ text: String, _ role: TextStyle.Role? = nil) {
            self.text = text
            self.role = role
        }

        package init(stringLiteral text: String) { self.init(text) }
    }

    private let header: [String]
    private var rows: [[Cell]] = []

    /// - Parameter header: The columns' titles, in upper case.
    package init(_ header: [String]) { self.header = header }

    /// Adds a row with one cell for each title.
    package mutating func add(_ cells: [Cell]) { rows.append(cells) }

    package var isEmpty: Bool { rows.isEmpty }

    /// The lines of the table, titles first; the last column is not padded.
    package func lines(_ style: TextStyle) -> [String] {
        let titles = header.map { Cell($0, .heading) }
        let all = [titles] + rows
        let widths = header.indices.map { column in
            all.reduce(0) { max($0, TextWidth.columns($1[column].text)) }
        }
        return all.map { line(of: $0, widths: widths, style) }
    }

    private func line(of cells: [Cell], widths: [Int], _ style: TextStyle) -> String {
        var line = ""
        for (column, cell) in cells.enumerated() {
            line += cell.role.map { style.apply($0, cell.text) } ?? cell.text
            let isLast = cells[(column + 1)...].allSatisfy(\.text.isEmpty)
            if isLast { break }
            line += String(repeating: " ", count: widths[column] + 2 - TextWidth.columns(cell.text))
        }
        return line
    }
}
