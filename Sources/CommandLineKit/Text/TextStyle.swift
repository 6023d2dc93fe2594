/// How text is shown on a terminal: marked up or not, and in characters that it has.
package struct TextStyle: Sendable {
    private let isColored: Bool
    private let characters: TerminalCharacters

    /// Text as it is.
    package static let plain = TextStyle(isColored: false, .all)
    /// Text with SGR sequences (ECMA-48, 8.3.117).
    package static let colored = TextStyle(isColored: true, .all)

    /// The style for an output: colored on a terminal that is not `dumb`, unless `NO_COLOR` is set to
    /// anything but nothing (no-color.org). A terminal shows the characters of its locale (locale(7)):
    /// all, or ASCII's alone; for a program that reads, text is UTF-8 everywhere.
    package init(isTerminal: Bool, environment: (String) -> String?) {
        let isForbidden = environment("NO_COLOR").map { !$0.isEmpty } ?? false
        self.init(
            isColored: isTerminal && !isForbidden && environment("TERM") != "dumb",
            TerminalCharacters(isTerminal: isTerminal, environment: environment))
    }

    private init(isColored: Bool, _ characters: TerminalCharacters) {
        self.isColored = isColored
        self.characters = characters
    }

    /// `text` in characters that the output has. Whoever lays text out does so with this: an escape takes
    /// more room than what it stands for.
    package func shown(_ text: String) -> String { characters.shown(text) }

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
