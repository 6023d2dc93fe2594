import LocalPushModel
import StrictJSON

/// Marks an error in a text that somebody is editing, with lines that begin with `#`, as none of JSON's
/// can.
enum DraftMark {
    private static let sign = UInt8(ascii: "#")
    private static let lineFeed = UInt8(ascii: "\n")

    /// The text with the error below the line that it is in; above the text where it is in none.
    static func added(to text: [UInt8], _ error: DocumentError) -> [UInt8] {
        var lines = text.split(separator: lineFeed, omittingEmptySubsequences: false)
            .map(Array.init)
        let column = error.position?.column ?? 1
        let key = error.key.isEmpty ? "" : "\(SafeText.escaped(error.key)): "
        let mark = "#" + String(repeating: " ", count: max(0, column - 2)) + "^ "
        let line = min(error.position?.line ?? 0, lines.count)
        lines.insert(Array((mark + key + error.problem).utf8), at: line)
        return Array(lines.joined(separator: [lineFeed]))
    }

    /// The text without what was added.
    static func removed(from text: [UInt8]) -> [UInt8] {
        let lines = text.split(separator: lineFeed, omittingEmptySubsequences: false)
        return Array(lines.filter { $0.first != sign }.joined(separator: [lineFeed]))
    }
}
