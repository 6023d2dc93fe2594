/// A command: its stored properties are its arguments, and its declaration says how words fill them.
///
/// The declaration is computed when it is asked for, so a program start builds the declaration of the
/// command that runs and of no other.
package protocol Command<Context> {
    /// What a command acts through: the outside world, injected.
    associatedtype Context

    /// The word that selects the command; lower case, with dashes.
    static var name: String { get }

    /// One line without a full stop, in the imperative: "Print the SSID of the joined network".
    static var summary: String { get }

    /// Whether help, the man page and completion leave the command out; false unless said otherwise.
    static var isHidden: Bool { get }

    /// What the command takes and what else there is to say about it.
    static var declaration: Declaration<Self> { get }

    /// The command with every argument at its default.
    init()

    /// Checks what concerns several arguments together, once all are filled in.
    func validate() throws(ValueError)

    /// Does the work. The status is the program's exit status; an error is reported by the caller,
    /// which knows the status of each kind.
    func run(in context: Context) throws -> ExitStatus
}

extension Command {
    /// Commands are shown unless they say otherwise.
    package static var isHidden: Bool { false }

    /// Most arguments can be judged one by one.
    package func validate() throws(ValueError) {}

    /// The command as plain data, for help, man page and completion.
    package static var spec: CommandSpec {
        let declaration = declaration
        return CommandSpec(
            name: name, summary: summary, discussion: declaration.discussion,
            options: declaration.options.map(\.spec), operands: declaration.operands.map(\.spec),
            examples: declaration.examples, exitStatuses: declaration.exitStatuses,
            isHidden: isHidden)
    }

    /// The same with nothing but name and summary, which costs next to nothing.
    static var briefSpec: CommandSpec {
        CommandSpec(name: name, summary: summary, isHidden: isHidden)
    }
}
