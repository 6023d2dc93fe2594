package import CommandLineKit

/// `__manual`: prints the manual page, from which `man/PROGRAM.1` is made.
package struct Manual<Context: ProgramContext>: Command {
    package static var name: String { "__manual" }
    package static var summary: String { "Print the manual page" }
    package static var isHidden: Bool { true }

    package init() {}

    package static var declaration: Declaration<Self> { Declaration() }

    package func run(in context: Context) throws -> ExitStatus {
        let program = Context.program
        try context.console.write(program.manual(program.root.spec).text.utf8)
        return .success
    }
}
