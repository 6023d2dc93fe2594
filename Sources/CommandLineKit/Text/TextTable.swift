/// Rows whose columns align.
package struct TextTable: Sendable {
    /// Text and what it means for its look.
    package struct Cell: Sendable, ExpressibleByStringLiteral {
        let text: String
        let role: TextStyle.Role?

        /// Text, looking as its role wants it.
        package init(_ text: String, _ role: TextStyle.Role? = nil) {
            self.text = text
            self.role = role
        }

        /// Text that looks like any other.
        package init(stringLiteral text: String) { self.init(text) }

        fileprivate func shown(_ style: TextStyle) -> Cell { Cell(style.shown(text), role) }
    }

    private let header: [String]
    private var rows: [[Cell]] = []

    /// - Parameter header: The columns' titles, in upper case.
    package init(_ header: [String]) { self.header = header }

    /// Adds a row with one cell for each title.
    package mutating func add(_ cells: [Cell]) { rows.append(cells) }

    /// Whether there are no rows.
    package var isEmpty: Bool { rows.isEmpty }

    /// The least room in which it is better to break the last column than to let lines run over.
    private static let narrowest = 20

    /// The lines of the table, titles first; the last column is not padded.
    ///
    /// - Parameter width: The columns of the terminal, so that a long last column is broken into
    ///   several lines; nil leaves every row on one line.
    package func lines(_ style: TextStyle, width: Int? = nil) -> [String] {
        let titles = header.map { Cell($0, .heading) }
        let all = [titles] + rows.map { $0.map { $0.shown(style) } }
        let widths = header.indices.map { column in
            all.reduce(0) { max($0, TextWidth.columns($1[column].text)) }
        }
        let indent = widths.dropLast().reduce(0) { $0 + $1 + 2 }
        let room = width.map { $0 - indent } ?? 0
        guard room >= Self.narrowest else {
            return all.map { line(of: $0, widths: widths, style) }
        }
        return all.flatMap { lines(of: $0, widths: widths, room: room, style) }
    }

    /// A row whose last cell may take several lines.
    private func lines(
        of cells: [Cell], widths: [Int], room: Int, _ style: TextStyle
    ) -> [String] {
        guard let last = cells.last else { return [] }
        return TextWrap.lines(last.text, width: room).enumerated().map { index, part in
            let part = Cell(part, last.role)
            let others = index == 0 ? Array(cells.dropLast()) : cells.dropLast().map { _ in "" }
            return line(of: others + [part], widths: widths, style)
        }
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
