import CommandConsole
import CommandLineKit
import LinuxSystem
import LocalPushModel
import MessageLines
import PreferencesStore
import StrictJSON

/// `monitor`: shows changes as they happen.
struct Monitor: Command {
    var store = StoreOptions()
    var output = OutputOptions()

    static let name = "monitor"
    static let summary = "Show changes as they happen"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                """
                First the status, then every change of networks, profiles and agents, until \
                interrupted. Agents' logs are shown to those who may change profiles.
                """
            ],
            options: [
                .flag("--json", \.output.isJSON, "Print one JSON object a line.")
            ], StoreOptions.options(in: \.store),
            examples: [Example("localpush monitor", "Watch")],
            exitStatuses: [.noService])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        try StatusView.requireServiceOfNamedStore(store, in: context)
        var clients: [ControlClient] = []
        let scopes = try context.stores(store).map(\.locations.scope)
        for scope in scopes {
            guard let client = try ControlClient.connect(to: scope, in: context) else { continue }
            try client.send(.monitor, until: nil)
            clients.append(client)
        }
        if clients.isEmpty { throw Failure.noService(scopes[0]) }
        while !clients.isEmpty {
            _ = try Poller.wait(for: clients.map { .init($0.descriptor) })
            try clients.removeAll { try !showAll(from: $0, in: context) }
        }
        throw Failure(.noService, "the service has stopped")
    }

    /// Shows what has come; returns whether more may come.
    private func showAll(from client: ControlClient, in context: CommandContext) throws -> Bool {
        do {
            while let reply = try client.received() { try show(reply, in: context) }
            return true
        } catch ControlError.closed {
            return false
        }
    }

    private func show(_ reply: ControlReply, in context: CommandContext) throws {
        let console = context.console
        switch reply {
        case .status(let report):
            if output.isJSON {
                var document = report.json
                document["event"] = "status"
                document["time"] = .string(WallClock.text(context.outside.wallClock()))
                try console.printStreamed(.object(document))
            } else {
                for line in MonitorText.lines(report, console.style) { try console.print(line) }
                try console.flush()
            }
        case .event(let event):
            if output.isJSON {
                try console.printStreamed(.object(event.json))
            } else {
                try console.print(MonitorText.line(event, console.style))
                try console.flush()
            }
        case .done, .refused: break
        }
    }
}
