import CommandConsole
import CommandLineKit

/// `help`: says what a command does and takes.
struct Help: Command {
    var words: [String] = []
    var output = OutputOptions()

    static let name = "help"
    static let summary = "Explain a command"

    static var declaration: Declaration<Self> {
        Declaration(
            operands: [
                .repeated(
                    \.words, .text("COMMAND", completion: .found(.commands)),
                    "The words of the command; without any, the program is explained.")
            ],
            options: OutputOptions.options(in: \.output),
            examples: [Example("localpush help profile add", "Explain one command")])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let node = try found
        if output.isJSON {
            try context.console.print(node.spec.json)
        } else {
            let names = [Program.name] + words
            let text = HelpText(
                node.ownSpec, names: names, style: context.console.style,
                screenWidth: context.console.width
            ).text
            try context.console.print(
                lines: text.split(
                    separator: "\n", omittingEmptySubsequences: false
                ).dropLast().map(String.init))
        }
        return .success
    }

    private var found: CommandTree.Node {
        get throws(UsageError) {
            var node = CommandTree.root
            for (index, word) in words.enumerated() {
                guard let next = node.child(word) else {
                    let choices = node.ownSpec.visibleSubcommands.map(\.name)
                    throw UsageError(
                        command: [Program.name] + words[..<index],
                        problem: .unknownCommand(Argument(word), choices: choices, elsewhere: nil))
                }
                node = next
            }
            return node
        }
    }
}
