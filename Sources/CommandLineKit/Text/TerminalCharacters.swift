/// The characters that an output can show.
struct TerminalCharacters: Sendable {
    /// All there are.
    static let all = TerminalCharacters(hasAll: true)

    private let hasAll: Bool

    private init(hasAll: Bool) { self.hasAll = hasAll }

    /// Those of a terminal are its locale's: all, or ASCII's alone. For a program that reads, text is
    /// UTF-8 everywhere.
    init(isTerminal: Bool, environment: (String) -> String?) {
        hasAll = !isTerminal || Self.isUTF8(Self.locale(environment))
    }

    /// The name of the locale for characters; see locale(7).
    private static func locale(_ environment: (String) -> String?) -> String {
        ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(environment).first { !$0.isEmpty } ?? "C"
    }

    private static func isUTF8(_ locale: String) -> Bool {
        let name = locale.lowercased().filter { $0 != "-" }
        return name.hasSuffix(".utf8") || name.contains(".utf8@")
    }

    /// Text for that output. What it cannot show is escaped as all else that people could not read.
    func shown(_ text: String) -> String {
        if hasAll || text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if scalar.isASCII {
                result.unicodeScalars.append(scalar)
            } else if scalar == "…" {
                result += "..."
            } else {
                result += String(scalar).utf8.map { "\\x" + String($0, radix: 16) }.joined()
            }
        }
    }
}
