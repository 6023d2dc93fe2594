package import CommandLineKit
import LocalPushModel

extension ProgramContext {
    /// Runs the command that `arguments`, without the program's own name, ask for. Results go to the
    /// console's standard output, all else to its standard error.
    ///
    /// - Parameter describe: What an error means for the caller.
    package func run(
        _ arguments: [Argument], describing describe: (any Error) -> Failure
    ) -> ExitStatus {
        console.perform(isJSON: Argument.askForJSON(arguments), describing: describe) {
            try perform(arguments)
        }
    }

    private func perform(_ arguments: [Argument]) throws -> ExitStatus {
        let program = Self.program
        switch try CommandParser(root: program.root).parse(completing(arguments)) {
        case .run(let command): return try command.run(in: self)
        case .help(let words, let isJSON):
            var help = Help<Self>()
            help.words = words
            help.output.isJSON = isJSON
            return try help.run(in: self)
        case .version(let isJSON):
            try console.printVersion(Version.text, isJSON: isJSON)
            return .success
        }
    }
}
