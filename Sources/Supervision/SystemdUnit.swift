import Glibc
import LinuxSystem
import SystemdSupport

/// A unit of systemd's, over the bus that its manager is on; see org.freedesktop.systemd1(5).
///
/// Signals only say that it is time to ask again, so that nobody can pretend the end of a unit.
final class SystemdUnit {
    /// What a unit is at the moment.
    struct State: Equatable {
        /// `active`, `reloading`, `inactive`, `failed`, `activating` or `deactivating`.
        var active = ""
        /// The same in more words, by kind of unit: `running`, `auto-restart`.
        var sub = ""
        /// Whether there is work on it that is not done.
        var hasJob = false
        /// Its main process; 0 without one.
        var mainPID: UInt32 = 0
        /// How it ended last, as `success` or `exit-code`.
        var result = ""
        /// How its main process ended last, as `si_code` of sigaction(2); 0 when it has not.
        var exitCode: Int32 = 0
        /// The status or the signal that goes with it.
        var exitStatus: Int32 = 0
        /// What it says of itself with sd_notify(3).
        var statusText = ""
    }

    /// Called each time that systemd may have come; a look may be due.
    var connected: () -> Void = {}
    /// Called with what a look found.
    var looked: (State) -> Void = { _ in }

    private static let systemd = "org.freedesktop.systemd1"
    private static let manager = "/org/freedesktop/systemd1"
    private static let properties = "org.freedesktop.DBus.Properties"
    private static let wanted = [
        ("Unit", "ActiveState"), ("Unit", "SubState"), ("Unit", "Job"), ("Service", "MainPID"),
        ("Service", "Result"), ("Service", "ExecMainCode"), ("Service", "ExecMainStatus"),
        ("Service", "StatusText"),
    ]

    private let name: String
    private let path: String
    private let bus: Bus
    private var isLooking = false
    private var mustLookAgain = false

    /// - Parameters:
    ///   - name: The unit's, with its suffix.
    ///   - address: That of the bus.
    init(_ name: String, at address: String, loop: EventLoop, log: Log) throws(SystemError) {
        self.name = name
        path = Self.manager + "/unit/" + Self.label(name)
        bus = try Bus("bus for \(name)", at: address, loop: loop, log: log)
        bus.listen(
            to: "PropertiesChanged", of: Self.properties, at: path, from: Self.systemd
        ) { [weak self] _ in self?.look() }
        bus.listen(
            to: "JobRemoved", of: Self.systemd + ".Manager", at: Self.manager, from: Self.systemd
        ) { [weak self] _ in self?.look() }
        // After a restart of the bus, systemd may be back later than this connection.
        bus.listen(
            to: "NameOwnerChanged", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus",
            from: Bus.itself, about: Self.systemd
        ) { [weak self] _ in self?.begin() }
        bus.connected = { [weak self] in self?.begin() }
    }

    private func begin() {
        guard bus.isConnected else { return }
        // Without this, systemd does not send signals.
        ask("Subscribe", []) { _ in }
        connected()
    }

    /// Connects; ``connected`` follows when there is a bus.
    func connect() { bus.connect() }

    /// Whether the bus is there.
    var isConnected: Bool { bus.isConnected }

    /// How an object of the bus is named after a unit: what is no letter or digit becomes `_` and its
    /// code (sd_bus_path_encode(3)).
    static func label(_ name: String) -> String {
        var label: [UInt8] = []
        for (index, byte) in name.utf8.enumerated() {
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            if isLetter || (isDigit && index > 0) {
                label.append(byte)
            } else {
                let digits = Array("0123456789abcdef".utf8)
                label += [UInt8(ascii: "_"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: label, as: UTF8.self)
    }

    // MARK: Asking

    /// Has the unit started afresh; `done` gets what stands in the way, nil when it is under way.
    func restart(done: @escaping (BusError?) -> Void) {
        ask("RestartUnit", [name, "replace"], done: done)
    }

    /// Has the unit stopped.
    func stop(done: @escaping (BusError?) -> Void) {
        ask("StopUnit", [name, "replace"], done: done)
    }

    /// Has all processes of the unit killed.
    func kill() {
        bus.call(
            Self.target("KillUnit"), [.string(name), .string("all"), .int32(SIGKILL)]
        ) { [weak self] _ in self?.look() }
    }

    private static func target(_ method: String) -> Bus.Target {
        Bus.Target(systemd, manager, systemd + ".Manager", method)
    }

    private func ask(
        _ method: String, _ words: [String], done: @escaping (BusError?) -> Void
    ) {
        bus.call(Self.target(method), words.map { .string($0) }) { result in
            if case .failure(let error) = result { done(error) } else { done(nil) }
        }
    }

    // MARK: Looking

    /// Asks what the unit is; ``looked`` gets the answer, unless the bus is lost.
    func look() {
        mustLookAgain = isLooking
        guard !isLooking, bus.isConnected else { return }
        isLooking = true
        var values: [String: BusValue] = [:]
        var due = Self.wanted.count
        for (interface, property) in Self.wanted {
            get(property, of: Self.systemd + "." + interface) { [weak self] value in
                values[property] = value
                due -= 1
                if due == 0 { self?.finishLook(values) }
            }
        }
    }

    private func get(
        _ property: String, of interface: String, answer: @escaping (BusValue?) -> Void
    ) {
        let target = Bus.Target(Self.systemd, path, Self.properties, "Get")
        bus.call(target, [.string(interface), .string(property)]) { result in
            guard case .success(let message) = result,
                case .variant(let value)? = try? message.values().first
            else { return answer(nil) }
            answer(value)
        }
    }

    private func finishLook(_ values: [String: BusValue]) {
        isLooking = false
        if let state = State(values) { looked(state) }
        if mustLookAgain { look() }
    }
}

extension SystemdUnit.State {
    /// Nil when something is missing or is not of the type that the interface gives it.
    fileprivate init?(_ values: [String: BusValue]) {
        guard let active = values["ActiveState"]?.text, let sub = values["SubState"]?.text,
            case .structure(let job)? = values["Job"], let job = job.first?.number
        else { return nil }
        self.active = active
        self.sub = sub
        hasJob = job != 0
        // A unit that cannot be loaded has no more than that.
        mainPID = values["MainPID"]?.number ?? 0
        result = values["Result"]?.text ?? ""
        if case .int32(let code)? = values["ExecMainCode"] { exitCode = code }
        if case .int32(let status)? = values["ExecMainStatus"] { exitStatus = status }
        statusText = values["StatusText"]?.text ?? ""
    }

    /// Whether it runs and is ready.
    var isUp: Bool { active == "active" || active == "reloading" }

    /// Whether nothing of it runs, and nothing is about to.
    var isDown: Bool { !hasJob && (active == "inactive" || active == "failed") }

    /// How it ended, in words.
    var ending: String {
        let process: String? =
            switch Int(exitCode) {
            case Int(CLD_EXITED): "\(WaitStatus.exited(exitStatus))"
            case Int(CLD_KILLED), Int(CLD_DUMPED): "\(WaitStatus.signaled(exitStatus))"
            default: nil
            }
        let words = ["success", "exit-code", "signal", ""].contains(result) ? [] : [result]
        return (words + [process ?? "the unit ended"]).joined(separator: ", ")
    }
}
