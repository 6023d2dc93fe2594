import CommandLineKit
import LocalPushModel
import MessageLines
import StrictJSON

/// What `agent start`, `agent stop` and `agent restart` have in common.
struct AgentControl {
    let verb: AgentRequest
    let name: ProfileName
    let store: StoreOptions
    let output: OutputOptions

    /// The service gives up after 35 seconds, and says why.
    private static let patience = Duration.seconds(40)

    func run(in context: CommandContext) throws -> ExitStatus {
        let scope = try scope(in: context)
        guard let client = try ControlClient.connect(to: scope, in: context) else {
            throw Failure.noService(scope)
        }
        try client.perform(.agent(verb, name), until: context.outside.now() + Self.patience)
        if output.isJSON {
            try context.console.print([
                "name": .string(name.text), "scope": .string(scope.rawValue),
                "verb": .string(verb.rawValue),
            ])
        }
        return .success
    }

    /// The scope that was chosen; otherwise the caller's own, unless only the other's service runs and
    /// knows the profile.
    private func scope(in context: CommandContext) throws -> Scope {
        if let scope = store.scope { return scope }
        let view = try StatusView(store, in: context)
        let served = view.reports.filter(\.service.isRunning)
        let owner = served.first { $0.profiles.contains { $0.name == name.text } } ?? served.first
        return owner?.service.scope ?? context.ownScope
    }
}

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
