import LocalPushModel
import StrictJSON

/// Marks what is wrong with a text that somebody is editing, with lines that begin with `#`, as none of JSON's
/// can.
enum DraftMark {
    private static let sign = UInt8(ascii: "#")
    private static let lineFeed = UInt8(ascii: "\n")

    /// The text with each fault below the line that it is in; above the text where it is in none.
    static func added(to text: [UInt8], _ faults: [DocumentError]) -> [UInt8] {
        var lines = text.split(separator: lineFeed, omittingEmptySubsequences: false)
            .map(Array.init)
        // From the end, so that the lines before keep their numbers.
        for fault in faults.reversed().sorted(by: { line(of: $0) > line(of: $1) }) {
            lines.insert(Array(mark(fault).utf8), at: min(line(of: fault), lines.count))
        }
        return Array(lines.joined(separator: [lineFeed]))
    }

    private static func line(of fault: DocumentError) -> Int { fault.position?.line ?? 0 }

    private static func mark(_ fault: DocumentError) -> String {
        let key = fault.key.isEmpty ? "" : "\(SafeText.escaped(fault.key)): "
        let indent = max(0, (fault.position?.column ?? 1) - 2)
        return "#" + String(repeating: " ", count: indent) + "^ " + key + fault.problem
    }

    /// The text without what was added.
    static func removed(from text: [UInt8]) -> [UInt8] {
        let lines = text.split(separator: lineFeed, omittingEmptySubsequences: false)
        return Array(lines.filter { $0.first != sign }.joined(separator: [lineFeed]))
    }
}
