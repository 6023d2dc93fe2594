import CommandConsole
package import CommandLineKit
import LocalPushModel

/// The program `localpush`: from the words of a command line to its exit status.
package enum Program {
    /// The program's name, as in messages and help.
    package static let name = "localpush"

    /// Runs the command that `arguments`, without the program's own name, ask for. Results go to the
    /// context's standard output, all else to its standard error.
    package static func run(_ arguments: [Argument], in context: CommandContext) -> ExitStatus {
        context.console.perform(describing: Failure.init(describing:)) {
            try perform(arguments, in: context)
        }
    }

    private static func perform(
        _ arguments: [Argument], in context: CommandContext
    ) throws -> ExitStatus {
        switch try CommandParser(root: CommandTree.root).parse(arguments) {
        case .run(let command):
            return try command.run(in: context)
        case .help(let words, let isJSON):
            var help = Help()
            help.words = words
            help.output.isJSON = isJSON
            return try help.run(in: context)
        case .version:
            try context.console.print("\(name) \(Version.text)")
            return .success
        }
    }
}
