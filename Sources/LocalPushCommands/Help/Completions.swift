import CommandConsole
import CommandLineKit

/// `completions`: prints the completion script of a shell.
struct Completions: Command {
    @Required var shell: Shell

    static let name = "completions"
    static let summary = "Print the completion script for a shell"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                """
                Words, options and values, the names of profiles among them, are completed by asking \
                localpush itself.
                """
            ],
            operands: [.required(\._shell, .choice("SHELL"), "One of bash, zsh and fish.")],
            examples: [
                Example("eval \"$(localpush completions bash)\"", "Complete in this shell"),
                Example(
                    "localpush completions fish > ~/.config/fish/completions/localpush.fish",
                    "Complete in every fish"),
            ])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        try context.console.write(shell.completionScript(program: Program.name).utf8)
        return .success
    }
}
