import CommandConsole
import CommandLineKit
import LocalPushModel

/// `agent stop`: stops an agent and holds it.
struct AgentStop: Command {
    @Required var profile: ProfileName
    var store = StoreOptions()
    var output = OutputOptions()

    static let name = "stop"
    static let summary = "Stop the agent of a profile"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                """
                Returns when no process of it is left. It stays stopped until it is started by hand, its \
                profile changes, or its network is left.
                """
            ],
            operands: [.required(\._profile, .profileName("PROFILE"), "The profile.")],
            options: StoreOptions.options(in: \.store), OutputOptions.options(in: \.output),
            exitStatuses: [.notActive, .noSuchProfile, .denied, .noService])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        try AgentControl(verb: .stop, name: profile, store: store, output: output)
            .run(in: context)
    }
}
