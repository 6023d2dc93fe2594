package import CommandLineKit

/// What a program's commands act through, as far as those commands need it that every program has:
/// ``Help``, ``Completions``, ``Complete`` and ``Manual``.
package protocol ProgramContext {
    /// The program.
    static var program: ProgramDescription<Self> { get }

    /// What is said.
    var console: Console { get }

    /// What there is of a kind, for completion. What cannot be read offers nothing: a completion never
    /// complains.
    func candidates(for source: CompletionSource) -> [Completion.Candidate]

    /// The command line to act on, given the one that was typed: the same, unless somebody is asked for
    /// what is missing.
    func completing(_ arguments: [Argument]) throws -> [Argument]
}

extension ProgramContext {
    package func completing(_ arguments: [Argument]) throws -> [Argument] { arguments }
}

/// A program: all of its commands, and its manual page.
package struct ProgramDescription<Context> {
    /// The program with all commands.
    package let root: CommandNode<Context>
    /// The command that help is shown with.
    package let helpExample: String
    /// Its manual page, given all commands as plain data.
    package let manual: (CommandSpec) -> ManualPage

    /// A program of these parts.
    package init(
        root: CommandNode<Context>, helpExample: String,
        manual: @escaping (CommandSpec) -> ManualPage
    ) {
        self.root = root
        self.helpExample = helpExample
        self.manual = manual
    }

    /// The program's name, as in messages and help.
    package var name: String { root.name }
}

extension CompletionSource {
    /// The names of the program's commands and groups.
    package static let commands = CompletionSource(rawValue: "commands")
}
