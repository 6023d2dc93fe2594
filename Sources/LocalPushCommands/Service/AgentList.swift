import CommandConsole
import CommandLineKit
import LocalPushModel
import MessageLines
import StrictJSON

/// `agent list`: lists the running agents.
struct AgentList: Command {
    var store = StoreOptions()
    var output = OutputOptions()

    static let name = "list"
    static let summary = "List the running agents"

    static var declaration: Declaration<Self> {
        Declaration(
            options: StoreOptions.options(in: \.store), OutputOptions.options(in: \.output),
            exitStatuses: [.noService])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let view = try StatusView(store, in: context)
        try view.requireService()
        let running = view.profiles.filter { $0.agent != nil }
        if output.isJSON {
            try context.console.print(["agents": .array(running.map { .object($0.json) })])
        } else if running.isEmpty {
            context.console.note("no agent runs")
        } else {
            try context.console.print(Self.table(running))
        }
        return .success
    }

    private static func table(_ profiles: [StatusReport.Profile]) -> TextTable {
        var table = TextTable([
            "PROFILE", "SCOPE", "PROVIDER", "PID", "SINCE", "RESTARTS", "STATUS",
        ])
        for profile in profiles {
            guard let agent = profile.agent else { continue }
            table.add([
                .init(SafeText.escaped(profile.name)), .init(profile.scope.rawValue),
                .init(SafeText.escaped(profile.provider ?? "")),
                .init(agent.pid.map(String.init) ?? ""),
                .init(agent.since.map { SafeText.escaped($0) } ?? profile.state.rawValue),
                .init(String(agent.restarts)), .init(status(agent)),
            ])
        }
        return table
    }

    private static func status(_ agent: StatusReport.Agent) -> String {
        guard let status = agent.status else { return "" }
        let detail = status.detail.map { ": " + SafeText.escaped($0) } ?? ""
        return SafeText.escaped(status.state) + detail
    }
}
