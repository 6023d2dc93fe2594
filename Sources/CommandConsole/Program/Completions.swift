package import CommandLineKit

/// `completions`: prints the completion script of a shell.
package struct Completions<Context: ProgramContext>: Command {
    @Required var shell: Shell

    package static var name: String { "completions" }
    package static var summary: String { "Print the completion script for a shell" }

    package init() {}

    package static var declaration: Declaration<Self> {
        let program = Context.program.name
        return Declaration(
            discussion: [
                """
                Words, options and values, as far as \(program) can find them, are completed by \
                asking \(program) itself.
                """
            ],
            operands: [.required(\._shell, .choice("SHELL"), "One of bash, zsh and fish.")],
            examples: [
                Example("eval \"$(\(program) completions bash)\"", "Complete in this shell"),
                Example(
                    "\(program) completions fish > ~/.config/fish/completions/\(program).fish",
                    "Complete in every fish"),
            ])
    }

    package func run(in context: Context) throws -> ExitStatus {
        try context.console.write(shell.completionScript(program: Context.program.name).utf8)
        return .success
    }
}
