package import CommandConsole
package import CommandLineKit

/// The program `localpush`: from the words of a command line to its exit status.
package enum Program {
    /// The program's name, as in messages and help.
    package static let name = "localpush"

    /// Runs the command that `arguments`, without the program's own name, ask for. Results go to the
    /// context's standard output, all else to its standard error.
    package static func run(_ arguments: [Argument], in context: CommandContext) -> ExitStatus {
        context.run(arguments, describing: Failure.init(describing:))
    }
}

extension CommandContext: ProgramContext {
    package static var program: ProgramDescription<CommandContext> {
        ProgramDescription(
            root: CommandTree.root, helpExample: "profile add", manual: ManualPage.localpush)
    }

    package func candidates(for source: CompletionSource) -> [Completion.Candidate] {
        CompletionFinder(context: self).find(source)
    }
    package func completing(_ arguments: [Argument]) throws -> [Argument] {
        guard ProfileInterview.isWanted(arguments, in: self) else { return arguments }
        return try ProfileInterview(self).completing(arguments)
    }
}
