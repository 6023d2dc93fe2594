import CommandConsole
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
        let isNamed = context.storeFile(store) != nil
        if let scope = store.scope, !isNamed { return scope }
        let view = try StatusView(store, in: context)
        // The agents of another store's profiles are not meant.
        if isNamed { try view.requireService() }
        let served = view.reports.filter(\.service.isRunning)
        let owner = served.first { $0.profiles.contains { $0.name == name.text } } ?? served.first
        return owner?.service.scope ?? context.ownScope
    }
}
