import CommandConsole
package import CommandLineKit
import LocalPushModel

/// The program `simplepush`: from the words of a command line to its exit status.
package enum SimplePushProgram {
    /// The program's name, as in messages and help.
    package static let name = "simplepush"

    /// Runs the command that `arguments`, without the program's own name, ask for. Results go to the
    /// context's standard output, all else to its standard error.
    package static func run(
        _ arguments: [Argument], in context: SimplePushContext
    ) -> ExitStatus {
        context.console.perform(describing: Failure.init(describing:)) {
            try perform(arguments, in: context)
        }
    }

    private static func perform(
        _ arguments: [Argument], in context: SimplePushContext
    ) throws -> ExitStatus {
        switch try CommandParser(root: SimplePushTree.root).parse(arguments) {
        case .run(let command):
            return try command.run(in: context)
        case .help(let words, let isJSON):
            try help(words, isJSON: isJSON, context.console)
            return .success
        case .version:
            try context.console.print("\(name) \(Version.text)")
            return .success
        }
    }

    private static func help(_ words: [String], isJSON: Bool, _ console: Console) throws {
        let node = SimplePushTree.root.descendant(words) ?? SimplePushTree.root
        if isJSON { return try console.print(node.spec.json) }
        let text = HelpText(
            node.ownSpec, names: [name] + words, style: console.style, screenWidth: console.width
        ).text
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        try console.print(lines: lines.dropLast().map(String.init))
    }
}
