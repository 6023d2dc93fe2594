/// Cuts a stream of bytes into lines.
///
/// Whatever the other end sends, at most one line's length is held, and what is too long is skipped up
/// to its end and told as such: the lines after it come through.
package struct LineFramer: Sendable {
    /// The most bytes a line of either protocol has, without its line feed: 1 MiB.
    package static let longestLine = 1 << 20

    /// What a stream was cut into.
    package enum Line: Equatable, Sendable {
        /// A line without its line feed. Empty lines, and those of only spaces, tabs and carriage
        /// returns, are left out.
        case line([UInt8])
        /// A line over the limit began; it is skipped. Told once, when it passes the limit.
        case overlong
    }

    private let limit: Int
    private var pending: [UInt8] = []
    private var isSkipping = false

    /// - Parameter limit: the most bytes of a line, without its line feed.
    package init(limit: Int = LineFramer.longestLine) { self.limit = limit }

    /// The lines that `bytes`, the next of the stream, complete.
    package mutating func append(_ bytes: [UInt8]) -> [Line] {
        var lines: [Line] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            take(rest[..<end], &lines)
            endLine(&lines)
            rest = rest[(end + 1)...]
        }
        take(rest, &lines)
        return lines
    }

    /// The line that the end of the stream completes, if it did not end with a line feed.
    package mutating func finish() -> [Line] {
        var lines: [Line] = []
        endLine(&lines)
        return lines
    }

    private mutating func take(_ bytes: ArraySlice<UInt8>, _ lines: inout [Line]) {
        guard !isSkipping else { return }
        if pending.count + bytes.count <= limit {
            pending += bytes
        } else {
            isSkipping = true
            pending = []
            lines.append(.overlong)
        }
    }

    private mutating func endLine(_ lines: inout [Line]) {
        let isBlank = pending.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
        if !isBlank { lines.append(.line(pending)) }
        pending = []
        isSkipping = false
    }
}
