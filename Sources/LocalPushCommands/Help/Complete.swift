import CommandConsole
import CommandLineKit

/// `__complete`: what the completion scripts ask.
struct Complete: Command {
    var words: [Argument] = []

    static let name = "__complete"
    static let summary = "Print what can stand at the cursor"
    static let isHidden = true

    static var declaration: Declaration<Self> {
        Declaration(operands: [
            .repeated(
                \.words, Conversion("WORD") { word in word }, "The words up to the cursor.")
        ])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let finder = CompletionFinder(context: context)
        let engine = CompletionEngine(root: CommandTree.root.spec, find: finder.find)
        let completion = engine.complete(words.map(\.displayText))
        try context.console.write(completion.text.utf8)
        return .success
    }
}
