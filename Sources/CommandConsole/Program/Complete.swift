package import CommandLineKit

/// `__complete`: what the completion scripts ask.
package struct Complete<Context: ProgramContext>: Command {
    var words: [Argument] = []

    package static var name: String { "__complete" }
    package static var summary: String { "Print what can stand at the cursor" }
    package static var isHidden: Bool { true }

    package init() {}

    package static var declaration: Declaration<Self> {
        Declaration(operands: [
            .repeated(
                \.words, Conversion("WORD") { word in word }, "The words up to the cursor.")
        ])
    }

    package func run(in context: Context) throws -> ExitStatus {
        let spec = Context.program.root.spec
        let engine = CompletionEngine(root: spec) { source in
            guard source == .commands else { return context.candidates(for: source) }
            return spec.visibleSubcommands.map { .init($0.name, $0.summary) }
        }
        let completion = engine.complete(words.map(\.displayText))
        try context.console.write(completion.text.utf8)
        return .success
    }
}
