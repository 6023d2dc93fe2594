import SystemdSupport

/// What systemd's manager is to programs that start and stop one unit, `lamp.service`, with the methods,
/// types and order of events of systemd 252: a job comes with the answer and goes with a signal.
final class SystemdStandIn {
    static let unit = "lamp.service"
    static let unitPath = "/org/freedesktop/systemd1/unit/lamp_2eservice"
    private static let manager = "org.freedesktop.systemd1.Manager"
    private static let managerPath = "/org/freedesktop/systemd1"

    /// The properties of the unit.
    struct Unit {
        var active = "inactive"
        var sub = "dead"
        var job: UInt32 = 0
        var pid: UInt32 = 0
        var result = "success"
        var exitCode: Int32 = 0
        var exitStatus: Int32 = 0
        var statusText = ""
    }

    private let loop: EventLoop
    private let address: String
    private(set) var bus: Bus
    /// What it was asked, in words.
    private(set) var asked: [String] = []
    private(set) var unit = Unit()

    init(_ loop: EventLoop, at address: String) throws {
        self.loop = loop
        self.address = address
        bus = try Bus("systemd's bus", at: address, loop: loop, log: Log { _ in })
        join()
    }

    private func join() {
        bus.offer(managerInterface, at: Self.managerPath)
        bus.offer(unitInterface, at: Self.unitPath)
        bus.offer(serviceInterface, at: Self.unitPath)
        bus.request(name: "org.freedesktop.systemd1")
        bus.connect()
    }

    /// Leaves the bus and comes back, as after a restart of its own; what changed meanwhile nobody is told.
    func rejoin(_ change: (inout Unit) -> Void) throws {
        bus = try Bus("systemd's bus", at: address, loop: loop, log: Log { _ in })
        change(&unit)
        join()
    }

    /// Changes the unit, and tells all who listen.
    func become(_ change: (inout Unit) -> Void) {
        change(&unit)
        bus.emitChanges(
            of: ["ActiveState", "SubState", "Job"], at: Self.unitPath,
            interface: "org.freedesktop.systemd1.Unit")
        bus.emitChanges(
            of: ["MainPID", "Result", "ExecMainCode", "ExecMainStatus", "StatusText"],
            at: Self.unitPath, interface: "org.freedesktop.systemd1.Service")
    }

    /// Ends the job that is under way, as the last thing that is told of it.
    func finishJob(_ result: String = "done") {
        let path = "\(Self.managerPath)/job/\(unit.job)"
        let job = unit.job
        unit.job = 0
        bus.emit(
            "JobRemoved", of: Self.manager, at: Self.managerPath,
            [.uint32(job), .objectPath(path), .string(Self.unit), .string(result)])
    }

    /// The unit comes up, with this process.
    func come(up pid: UInt32) {
        become { ($0.active, $0.sub, $0.pid) = ("active", "running", pid) }
        finishJob()
    }

    private var managerInterface: BusInterface {
        BusInterface(
            Self.manager,
            methods: [
                .init("Subscribe") { $0.reply() },
                work("RestartUnit"), work("StopUnit"),
                .init(
                    "KillUnit",
                    arguments: [.init("name", "s"), .init("whom", "s"), .init("signal", "i")]
                ) { [weak self] call in
                    self?.note("KillUnit", call)
                    call.reply()
                },
            ],
            signals: [
                .init(
                    "JobRemoved",
                    [.init("id", "u"), .init("job", "o"), .init("unit", "s"), .init("result", "s")])
            ])
    }

    private func work(_ method: String) -> BusInterface.Method {
        .init(
            method, arguments: [.init("name", "s"), .init("mode", "s")],
            results: [.init("job", "o")]
        ) { [weak self] call in
            guard let self else { return }
            note(method, call)
            guard call.arguments.first?.text == Self.unit else {
                let name = call.arguments.first?.text ?? ""
                return call.fail(
                    BusError("org.freedesktop.systemd1.NoSuchUnit", "Unit \(name) not found."))
            }
            unit.job += 1
            call.reply(.objectPath("\(Self.managerPath)/job/\(unit.job)"))
        }
    }

    private func note(_ method: String, _ call: BusCall) {
        let words = call.arguments.map { value in
            if case .int32(let number) = value { "\(number)" } else { value.text ?? "" }
        }
        asked.append(([method] + words).joined(separator: " "))
    }

    private var unitInterface: BusInterface {
        BusInterface(
            "org.freedesktop.systemd1.Unit",
            properties: [
                .init("ActiveState", "s") { [weak self] _ in .string(self?.unit.active ?? "") },
                .init("SubState", "s") { [weak self] _ in .string(self?.unit.sub ?? "") },
                .init("Job", "(uo)") { [weak self] _ in
                    .structure([.uint32(self?.unit.job ?? 0), .objectPath("/")])
                },
            ])
    }

    private var serviceInterface: BusInterface {
        BusInterface(
            "org.freedesktop.systemd1.Service",
            properties: [
                .init("MainPID", "u") { [weak self] _ in .uint32(self?.unit.pid ?? 0) },
                .init("Result", "s") { [weak self] _ in .string(self?.unit.result ?? "") },
                .init("ExecMainCode", "i") { [weak self] _ in .int32(self?.unit.exitCode ?? 0) },
                .init("ExecMainStatus", "i") { [weak self] _ in
                    .int32(self?.unit.exitStatus ?? 0)
                },
                .init("StatusText", "s") { [weak self] _ in .string(self?.unit.statusText ?? "") },
            ])
    }
}
