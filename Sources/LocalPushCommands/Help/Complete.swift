import CommandLineKit

/// `__complete`: what the completion scripts ask.
struct Complete: Command {
    var words: [Argument] = []

    static let name = "__complete"

    static var declaration: Declaration<Self> {
        Declaration(
            "Print what can stand at the cursor",
            operands: [
                .repeated(
                    \.words, Conversion("WORD") { word in word }, "The words up to the cursor.")
            ],
            isHidden: true)
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let finder = CompletionFinder(context: context)
        let engine = CompletionEngine(root: CommandTree.root.spec, find: finder.find)
        let completion = engine.complete(words.map(\.displayText))
        try context.console.write(completion.text.utf8)
        return .success
    }
}
