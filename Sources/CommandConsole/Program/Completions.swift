package import CommandLineKit
import StrictJSON

/// `completions`: prints the completion script of a shell.
package struct Completions<Context: ProgramContext>: Command {
    @Required var shell: Shell
    var output = OutputOptions()

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
            options: OutputOptions.options(in: \.output),
            examples: [
                Example("eval \"$(\(program) completions bash)\"", "Complete in this shell"),
                Example(
                    "\(program) completions fish > ~/.config/fish/completions/\(program).fish",
                    "Complete in every fish"),
            ])
    }

    package func run(in context: Context) throws -> ExitStatus {
        let script = shell.completionScript(program: Context.program.name)
        if output.isJSON {
            try context.console.print([
                "shell": .string(shell.rawValue), "script": .string(script),
            ])
        } else {
            try context.console.write(script.utf8)
        }
        return .success
    }
}
