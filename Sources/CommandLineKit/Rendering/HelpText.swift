/// Help for people.
package struct HelpText {
    private let spec: CommandSpec
    /// The words that lead to the command, the program's name first.
    private let names: [String]
    private let style: TextStyle
    private let width: Int

    /// The most columns of a line.
    package static let widest = 80
    /// The least width that is worth keeping to.
    private static let narrowest = 40
    /// The column at which the explanations of a list start, at most.
    private static let widestTerm = 26

    /// - Parameter screenWidth: The columns of the terminal; nil where it is for none.
    package init(
        _ spec: CommandSpec, names: [String], style: TextStyle = .plain, screenWidth: Int? = nil
    ) {
        width = max(Self.narrowest, min(screenWidth ?? Self.widest, Self.widest))
        self.spec = spec
        self.names = names
        self.style = style
    }

    /// The whole text, with a line feed at its end.
    package var text: String {
        let blocks =
            [usage, sentence(spec.summary)] + spec.discussion.map(paragraph) + commandLists
            + [argumentList, optionList, exampleList, statusList]
        return blocks.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
    }

    /// A summary, which stands after a dash elsewhere, as a sentence of its own.
    private func sentence(_ summary: String) -> String {
        paragraph(summary.prefix(1).uppercased() + summary.dropFirst() + ".")
    }

    private func paragraph(_ text: String) -> String {
        TextWrap.paragraph(text, width: width)
    }

    private var usage: String {
        let lines = Synopsis(spec, names: names).lines(width: width - 7)
        return heading("Usage") + " " + lines.joined(separator: "\n       ")
    }

    private func heading(_ text: String) -> String { style.apply(.heading, text + ":") }

    private var commandLists: [String] {
        let commands = spec.visibleSubcommands
        var headings: [String] = []
        for command in commands where !headings.contains(command.heading) {
            headings.append(command.heading)
        }
        let width = commands.map(\.name.utf8.count).max() ?? 0
        return headings.map { title in
            let entries = commands.filter { $0.heading == title }.map { ($0.name, $0.summary) }
            return list(title, entries, termWidth: width)
        }
    }

    private var argumentList: String {
        list("Arguments", spec.operands.map { ($0.value.name, $0.help) })
    }

    private var optionList: String {
        list("Options", (spec.options + [.help]).map { ($0.term, $0.fullHelp) })
    }

    private var statusList: String {
        list("Exit status", spec.exitStatuses.map { ("\($0.status.rawValue)", $0.meaning) })
    }

    private var exampleList: String {
        guard !spec.examples.isEmpty else { return "" }
        let blocks = spec.examples.map { example in
            let command = example.commandLines.map { "  " + $0 }.joined(separator: "\n")
            return command + "\n"
                + TextWrap.paragraph(example.explanation + ".", width: width, indent: 6)
        }
        return ([heading("Examples")] + blocks).joined(separator: "\n")
    }

    private func list(
        _ title: String, _ entries: [(term: String, text: String)], termWidth: Int? = nil
    ) -> String {
        guard !entries.isEmpty else { return "" }
        let widest = termWidth ?? entries.map(\.term.utf8.count).max() ?? 0
        let indent = min(widest, Self.widestTerm) + 4
        let items = entries.map { item($0.term, $0.text, indent: indent) }
        return ([heading(title)] + items).joined(separator: "\n")
    }

    /// A term and its explanation, which starts on a line of its own when the term is long.
    private func item(_ term: String, _ text: String, indent: Int) -> String {
        let body = TextWrap.paragraph(text, width: width, indent: indent)
        let start = "  " + term
        guard start.utf8.count + 2 <= indent else { return start + "\n" + body }
        return TextWidth.padded(start, to: indent) + body.dropFirst(indent)
    }
}
