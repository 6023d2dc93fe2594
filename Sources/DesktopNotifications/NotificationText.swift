/// Text from outside made fit for a notification server.
///
/// A server draws what it gets, so nothing may be left that draws over, hides or turns around other
/// text: control characters, bidirectional embeddings, overrides and isolates, invisible tags, towers of
/// combining marks. Marks of direction and joiners, which languages and emoji need, stay.
enum NotificationText {
    /// The most characters (Unicode scalars) of a summary, a subtitle or a label.
    static let longestLine = 200
    /// The most of a body, and its most lines.
    static let longestBody = 2000
    static let mostLines = 20

    /// More combining marks than this on one character are dropped.
    private static let mostMarks = 4

    /// `text` as one line.
    static func line(_ text: String) -> String {
        let words = clean(text).split(whereSeparator: { $0 == "\n" || $0 == "\t" || $0 == " " })
        return cut(words.joined(separator: " "), longestLine)
    }

    /// `text` as lines.
    static func body(_ text: String) -> String {
        let lines = clean(text).split(separator: "\n", omittingEmptySubsequences: false)
        var kept = lines.prefix(mostLines).joined(separator: "\n")
        if lines.count > mostLines { kept += "…" }
        return cut(kept, longestBody)
    }

    /// `text` for a server that takes it as markup.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    private static func cut(_ text: String, _ limit: Int) -> String {
        guard text.unicodeScalars.count > limit else { return text }
        return String(text.unicodeScalars.prefix(limit - 1)) + "…"
    }

    private static func clean(_ text: String) -> String {
        var result = ""
        var marks = 0
        // A carriage return with a line feed is one line end; alone it is one, too.
        var wasReturn = false
        for scalar in text.unicodeScalars {
            defer { wasReturn = scalar == "\r" }
            if scalar == "\n", wasReturn { continue }
            guard let harmless = harmless(scalar) else { continue }
            marks = scalar.properties.isMark ? marks + 1 : 0
            if marks <= mostMarks { result.unicodeScalars.append(harmless) }
        }
        return result
    }

    /// What stands for `scalar`; nil for nothing.
    private static func harmless(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar {
        case "\n", "\t": scalar
        case "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}": "\n"
        case "\u{200C}", "\u{200D}", "\u{200E}", "\u{200F}", "\u{61C}": scalar
        default:
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned: nil
            default: scalar
            }
        }
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isMark: Bool {
        generalCategory == .nonspacingMark || generalCategory == .enclosingMark
    }
}
