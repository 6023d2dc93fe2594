package import CommandLineKit

/// `help`: says what a command does and takes.
package struct Help<Context: ProgramContext>: Command {
    var words: [String] = []
    var output = OutputOptions()

    package static var name: String { "help" }
    package static var summary: String { "Explain a command" }

    package init() {}

    package static var declaration: Declaration<Self> {
        let program = Context.program
        return Declaration(
            operands: [
                .repeated(
                    \.words, .text("COMMAND", completion: .found(.commands)),
                    "The words of the command; without any, the program is explained.")
            ],
            options: OutputOptions.options(in: \.output),
            examples: [
                Example("\(program.name) help \(program.helpExample)", "Explain one command")
            ])
    }

    package func run(in context: Context) throws -> ExitStatus {
        let (program, console) = (Context.program, context.console)
        let node = try found(in: program)
        if output.isJSON {
            try console.print(node.spec.json)
        } else {
            let text = HelpText(
                node.ownSpec, names: [program.name] + words, style: console.style,
                screenWidth: console.width
            ).text
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            try console.print(lines: lines.dropLast().map(String.init))
        }
        return .success
    }

    private func found(
        in program: ProgramDescription<Context>
    ) throws(UsageError) -> CommandNode<Context> {
        var node = program.root
        for (index, word) in words.enumerated() {
            guard let next = node.child(word) else {
                let choices = node.ownSpec.visibleSubcommands.map(\.name)
                throw UsageError(
                    command: [program.name] + words[..<index],
                    problem: .unknownCommand(Argument(word), choices: choices, elsewhere: nil))
            }
            node = next
        }
        return node
    }
}
