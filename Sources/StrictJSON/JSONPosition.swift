/// A place in a JSON text, as editors count it.
package struct JSONPosition: Hashable, Sendable {
    /// The line, from 1. Lines end at a line feed.
    package let line: Int

    /// The column, from 1, counted in Unicode scalars.
    package let column: Int

    /// The position on that line and column, each counted from 1.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The position of the byte at `offset` in `bytes`, which need not be valid UTF-8. An offset
    /// beyond the end is taken as the end.
    init(of offset: Int, in bytes: [UInt8]) {
        let before = bytes.prefix(offset)
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        line = 1 + before.count { $0 == UInt8(ascii: "\n") }
        column = 1 + before[lineStart...].count { !UTF8.isContinuation($0) }
    }
}

extension JSONPosition: CustomStringConvertible {
    /// "line 3, column 7".
    package var description: String { "line \(line), column \(column)" }
}
