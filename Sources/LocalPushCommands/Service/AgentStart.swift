import CommandConsole
import CommandLineKit
import LocalPushModel

/// `agent start`: starts an agent that was stopped by hand or waits after a failure.
struct AgentStart: Command {
    @Required var profile: ProfileName
    var store = StoreOptions()
    var output = OutputOptions()

    static let name = "start"
    static let summary = "Start the agent of a profile"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                """
                For an agent that was stopped by hand, or waits after a failure. Returns when it has \
                confirmed its start. A profile whose network is not joined cannot be started.
                """
            ],
            operands: [.required(\._profile, .profileName("PROFILE"), "The profile.")],
            options: StoreOptions.options(in: \.store), OutputOptions.options(in: \.output),
            exitStatuses: [.notActive, .noSuchProfile, .denied, .noService])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        try AgentControl(verb: .start, name: profile, store: store, output: output)
            .run(in: context)
    }
}
