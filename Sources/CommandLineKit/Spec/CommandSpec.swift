/// A command, or a group of commands, as plain data: what all renderers walk.
package struct CommandSpec: Equatable, Sendable {
    package let name: String
    /// One line without a full stop.
    package let summary: String
    /// Paragraphs of plain text.
    package let discussion: [String]
    package let options: [OptionSpec]
    package let operands: [OperandSpec]
    package let examples: [Example]
    package let exitStatuses: [ExitStatusSpec]
    package let subcommands: [CommandSpec]
    /// The heading under which the group above lists this one; empty at the top.
    package private(set) var heading = ""
    package let isHidden: Bool

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
    package let command: String
    /// A sentence fragment without a full stop.
    package let explanation: String

    package init(_ command: String, _ explanation: String) {
        self.command = command
        self.explanation = explanation
    }
}

/// An exit status and when it is returned.
package struct ExitStatusSpec: Equatable, Sendable {
    package let status: ExitStatus
    /// A sentence fragment without a full stop.
    package let meaning: String

    package init(_ status: ExitStatus, _ meaning: String) {
        self.status = status
        self.meaning = meaning
    }
}
