import LinuxSystem
import SystemdSupport
import TestSupport
import Testing

/// What logind is to programs that care for sleep (org.freedesktop.login1(5)).
final class LogindStandIn {
    let bus: Bus
    private static let interface = "org.freedesktop.login1.Manager"
    private static let path = "/org/freedesktop/login1"
    private let service: Service
    private final class Service {
        var isPreparing = false
        /// The other end of the lock that was given last, at its end when that is released.
        var lock: FileDescriptor?
    }

    init(_ loop: EventLoop, at address: String) throws {
        let service = Service()
        self.service = service
        bus = try Bus(
            "logind's bus", at: address, loop: loop, log: Log { _ in }, acceptsDescriptors: true)
        bus.offer(
            BusInterface(
                Self.interface,
                methods: [
                    .init(
                        "Inhibit",
                        arguments: ["what", "who", "why", "mode"].map { .init($0, "s") },
                        results: [.init("lock", "h")]
                    ) { call in
                        #expect(
                            call.arguments.map(\.text).dropLast(2) == ["sleep", "localpush"]
                                && call.arguments.last?.text == "delay")
                        guard let pipe = try? FileDescriptor.pipe() else { return }
                        call.reply(.descriptor(pipe.second.raw))
                        service.lock = pipe.keepingFirst()
                    }
                ],
                properties: [.init("PreparingForSleep", "b") { _ in .bool(service.isPreparing) }],
                signals: [.init("PrepareForSleep", [.init("start", "b")])]), at: Self.path)
        bus.request(name: "org.freedesktop.login1")
        bus.connect()
    }

    /// Whether somebody holds the lock that was given last.
    var isDelayed: Bool {
        guard let raw = service.lock?.raw else { return false }
        let ready = try? Poller.wait(for: [.init(raw)], until: MonotonicClock.now)
        return ready?.isEmpty ?? true
    }

    /// Tells that the device is about to sleep, or has woken up.
    func prepare(_ isPreparing: Bool) {
        service.isPreparing = isPreparing
        bus.emit("PrepareForSleep", of: Self.interface, at: Self.path, [.bool(isPreparing)])
    }
}

/// What polkit is to programs that ask it.
final class PolkitStandIn {
    /// What it says: whether the caller may, and whether a person could decide.
    var verdict = (isAuthorized: false, isChallenge: false)
    /// Whether it answers at once.
    var answers = true
    private(set) var asked: [[BusValue]] = []
    private(set) var waiting: [BusCall] = []
    let bus: Bus

    init(_ loop: EventLoop, at address: String) throws {
        bus = try Bus("polkit's bus", at: address, loop: loop, log: Log { _ in })
        bus.offer(
            BusInterface(
                "org.freedesktop.PolicyKit1.Authority",
                methods: [
                    .init(
                        "CheckAuthorization",
                        arguments: [
                            .init("subject", "(sa{sv})"), .init("action", "s"),
                            .init("details", "a{ss}"), .init("flags", "u"), .init("id", "s"),
                        ], results: [.init("result", "(bba{ss})")]
                    ) { [weak self] in self?.check($0) }
                ]), at: "/org/freedesktop/PolicyKit1/Authority")
        bus.request(name: "org.freedesktop.PolicyKit1")
        bus.connect()
    }

    private func check(_ call: BusCall) {
        asked.append(call.arguments)
        guard answers else { return waiting.append(call) }
        call.reply(
            .structure([
                .bool(verdict.isAuthorized), .bool(verdict.isChallenge), .array([], of: "{ss}"),
            ]))
    }
}
