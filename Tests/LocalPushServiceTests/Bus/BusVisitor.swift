import LinuxSystem
import SystemdSupport
import TestSupport
import Testing

/// A program on a bus that uses a stage's loop.
final class BusVisitor {
    static let manager = "/org/localpush1"

    let bus: Bus
    private let stage: ServiceStage
    /// The signals heard, as text.
    private(set) var heard: [String] = []

    /// Connects, and listens to everything of localpush's.
    init(_ stage: ServiceStage, at address: String) throws {
        self.stage = stage
        bus = try Bus("visited bus", at: address, loop: stage.loop, log: Log { _ in })
    }

    /// Has signals of `interface` from the object at `path` added to ``heard``.
    func listen(to member: String, of interface: String, at path: String = manager) {
        bus.listen(to: member, of: interface, at: path, from: "org.localpush1") { [weak self] in
            let values = (try? $0.values()) ?? []
            self?.heard.append("\($0.member) \(values)")
        }
    }

    func connect() throws {
        bus.connect()
        try stage.until("the visitor is connected") { bus.isConnected }
        // The service is there, and our wishes to listen have arrived.
        try stage.until("the service is there") {
            (try? ask("org.freedesktop.DBus.Peer", "Ping").get()) != nil
        }
    }

    /// What comes of a call.
    func ask(
        _ interface: String, _ method: String, at path: String = manager,
        _ arguments: [BusValue] = []
    ) throws -> Result<[BusValue], BusError> {
        var answer: Result<[BusValue], BusError>?
        let target = Bus.Target("org.localpush1", path, interface, method)
        bus.call(target, arguments) { answer = $0.map { (try? $0.values()) ?? [] } }
        try stage.until("an answer to \(method)") { answer != nil }
        return try #require(answer)
    }

    /// What a method of the manager's gives.
    func manager(_ method: String, _ arguments: BusValue...) throws -> [BusValue] {
        try ask("org.localpush1.Manager", method, arguments).get()
    }

    /// The value of a property.
    func property(
        _ name: String, of interface: String, at path: String = manager
    ) throws -> BusValue? {
        let answer = try ask(
            "org.freedesktop.DBus.Properties", "Get", at: path,
            [.string(interface), .string(name)])
        guard case .variant(let value)? = try answer.get().first else { return nil }
        return value
    }
}
