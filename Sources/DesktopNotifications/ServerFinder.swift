import LinuxSystem
import SystemdSupport

/// Finds the notification server of a session, follows which one it is, and has the bus start one where
/// one can be started.
final class ServerFinder {
    /// What is known of a server.
    enum State: Hashable {
        /// It is being found out.
        case asking
        /// There is none.
        case absent
        /// There is this one.
        case present(NotificationServer)
    }

    static let name = "org.freedesktop.Notifications"
    static let path = "/org/freedesktop/Notifications"
    /// After a server could not be started none is asked for again for so long.
    private static let startPause = Duration.seconds(60)
    private static let patience = Duration.seconds(5)

    private(set) var state = State.asking
    /// Called when ``state`` has changed.
    var changed: () -> Void = {}

    private let bus: Bus
    private let log: Log
    /// Which run of a bus this is; nil while it is not known.
    private var busID: String?
    /// Answers to questions before the last are of no interest.
    private var round = 0
    private var noStartBefore: Duration?

    init(on bus: Bus, log: Log) {
        self.bus = bus
        self.log = log
        bus.listen(
            to: "NameOwnerChanged", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus",
            from: Bus.itself, about: Self.name
        ) { [weak self] _ in self?.look() }
        let (connected, lost) = (bus.connected, bus.lost)
        bus.connected = { [weak self] in
            connected()
            self?.begin()
        }
        bus.lost = { [weak self] in
            lost()
            self?.busID = nil
            self?.become(.absent)
        }
    }

    /// Without a bus there is no server either.
    var server: NotificationServer? {
        if case .present(let server) = state, bus.isConnected { server } else { nil }
    }

    private func begin() {
        noStartBefore = nil
        ask("GetId") { [weak self] values in
            self?.busID = values?.first?.text
            self?.look()
        }
    }

    /// Looks who the server is.
    private func look() {
        round += 1
        let round = round
        ask("GetNameOwner", [.string(Self.name)]) { [weak self] values in
            guard let self, round == self.round else { return }
            guard let owner = values?.first?.text, let busID else { return become(.absent) }
            if server?.owner != owner { examine(owner, "\(busID)/\(owner)", round) }
        }
    }

    private func examine(_ owner: String, _ token: String, _ round: Int) {
        become(.asking)
        let target = Bus.Target(owner, Self.path, Self.name, "GetCapabilities")
        bus.call(target, mayStart: false, patience: Self.patience) { [weak self] result in
            guard let self, round == self.round else { return }
            switch result {
            case .success(let message):
                let names = (try? message.values())?.first?.elements.compactMap(\.text) ?? []
                become(
                    .present(
                        NotificationServer(owner: owner, token: token, capabilities: Set(names))))
            case .failure(let error):
                log.warning("the notification server does not answer: \(error.name)")
                become(.absent)
            }
        }
    }

    /// Has the bus start a server, where there is none, one can be started, and it was not tried just
    /// now. Returns whether it was asked; ``changed`` tells how it went.
    func start() -> Bool {
        guard state == .absent, bus.isConnected else { return false }
        if let noStartBefore, MonotonicClock.now < noStartBefore { return false }
        noStartBefore = MonotonicClock.now + Self.startPause
        become(.asking)
        ask("StartServiceByName", [.string(Self.name), .uint32(0)]) { [weak self] _ in
            self?.look()
        }
        return true
    }

    private func become(_ state: State) {
        guard state != self.state else { return }
        self.state = state
        changed()
    }

    private func ask(
        _ method: String, _ arguments: [BusValue] = [], answer: @escaping ([BusValue]?) -> Void
    ) {
        let target = Bus.Target(
            Bus.itself, "/org/freedesktop/DBus", "org.freedesktop.DBus", method)
        bus.call(target, arguments) { answer(try? $0.get().values()) }
    }
}
