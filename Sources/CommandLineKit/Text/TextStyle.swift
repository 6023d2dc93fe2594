/// How text is marked up for a terminal, or not at all.
package struct TextStyle: Sendable {
    private let isColored: Bool

    /// Text as it is.
    package static let plain = TextStyle(isColored: false)
    /// Text with SGR sequences (ECMA-48, 8.3.117).
    package static let colored = TextStyle(isColored: true)

    /// The style for an output: colored on a terminal that is not `dumb`, unless `NO_COLOR` is set to
    /// anything but nothing (no-color.org).
    package init(isTerminal: Bool, environment: (String) -> String?) {
        let isForbidden = environment("NO_COLOR").map { !$0.isEmpty } ?? false
        self.init(isColored: isTerminal && !isForbidden && environment("TERM") != "dumb")
    }

    private init(isColored: Bool) { self.isColored = isColored }

    /// What a piece of text means for its look.
    package enum Role: Sendable {
        case heading, good, caution, bad, faint
    }

    /// `text` marked up for its role.
    package func apply(_ role: Role, _ text: String) -> String {
        guard isColored, !text.isEmpty else { return text }
        let code =
            switch role {
            case .heading: "1"
            case .good: "32"
            case .caution: "33"
            case .bad: "31"
            case .faint: "2"
            }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
}
