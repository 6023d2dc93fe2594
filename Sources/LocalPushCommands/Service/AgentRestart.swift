import CommandConsole
import CommandLineKit
import LocalPushModel

/// `agent restart`: replaces an agent's process.
struct AgentRestart: Command {
    @Required var profile: ProfileName
    var store = StoreOptions()
    var output = OutputOptions()

    static let name = "restart"
    static let summary = "Replace the agent of a profile by a new process"

    static var declaration: Declaration<Self> {
        Declaration(
            operands: [.required(\._profile, .profileName("PROFILE"), "The profile.")],
            options: StoreOptions.options(in: \.store), OutputOptions.options(in: \.output),
            exitStatuses: [.notActive, .noSuchProfile, .denied, .noService])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        try AgentControl(verb: .restart, name: profile, store: store, output: output)
            .run(in: context)
    }
}
