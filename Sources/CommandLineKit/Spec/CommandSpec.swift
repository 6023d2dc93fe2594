/// A command, or a group of commands, as plain data: what all renderers walk.
package struct CommandSpec: Equatable, Sendable {
    /// The word that selects it.
    package let name: String
    /// One line without a full stop.
    package let summary: String
    /// Paragraphs of plain text.
    package let discussion: [String]
    /// Its options, without `--help`.
    package let options: [OptionSpec]
    /// The words after it.
    package let operands: [OperandSpec]
    /// Command lines worth copying.
    package let examples: [Example]
    /// The exit statuses worth naming.
    package let exitStatuses: [ExitStatusSpec]
    /// The commands of a group; none for a command.
    package let subcommands: [CommandSpec]
    /// The heading under which the group above lists this one; empty at the top.
    package private(set) var heading = ""
    /// Whether people are not told about it.
    package let isHidden: Bool

    /// A command, or a group when it has subcommands.
    package init(
        name: String, summary: String, discussion: [String] = [], options: [OptionSpec] = [],
        operands: [OperandSpec] = [], examples: [Example] = [],
        exitStatuses: [ExitStatusSpec] = [], subcommands: [CommandSpec] = [],
        isHidden: Bool = false
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.options = options
        self.operands = operands
        self.examples = examples
        self.exitStatuses = exitStatuses
        self.subcommands = subcommands
        self.isHidden = isHidden
    }

    /// The subcommands that people are told about.
    package var visibleSubcommands: [CommandSpec] { subcommands.filter { !$0.isHidden } }

    func under(_ heading: String) -> CommandSpec {
        var copy = self
        copy.heading = heading
        return copy
    }
}

/// A command line worth copying, and what it does.
package struct Example: Equatable, Sendable {
    /// What to type, the program's name first.
    package let command: String
    /// A sentence fragment without a full stop.
    package let explanation: String

    /// A command line and what it does.
    package init(_ command: String, _ explanation: String) {
        self.command = command
        self.explanation = explanation
    }
}

/// An exit status and when it is returned.
package struct ExitStatusSpec: Equatable, Sendable {
    /// The status.
    package let status: ExitStatus
    /// A sentence fragment without a full stop.
    package let meaning: String

    /// A status and when it is returned.
    package init(_ status: ExitStatus, _ meaning: String) {
        self.status = status
        self.meaning = meaning
    }
}
