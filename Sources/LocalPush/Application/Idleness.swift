import LinuxSystem
import SystemdSupport

/// Notices that an app has nothing to do any more, and gives back its name on the bus before it ends:
/// what comes after that starts the app anew, and what came before has been taken.
final class Idleness {
    /// Called when nobody needs the app.
    var whenIdle: () -> Void = {}
    /// How long nothing may happen; nil for ever.
    var patience: Duration? { didSet { touch() } }
    /// Whether the app has something to do.
    var isBusy = false { didSet { touch() } }

    private let name: String
    private let bus: Bus
    private var timer: TimerSource?
    /// Whether the name is being given back, and nothing has come in meanwhile.
    private var isLeaving = false

    /// For queueing up behind whoever has got the name meanwhile (D-Bus Specification, RequestName).
    private static let noFlags = BusValue.uint32(0)

    init(of name: String, on bus: Bus, loop: EventLoop) throws(SystemError) {
        self.name = name
        self.bus = bus
        timer = try loop.timer(accuracy: .milliseconds(250)) { [weak self] in self?.leave() }
    }

    /// Something has come in.
    func touch() {
        isLeaving = false
        timer?.set(isBusy ? nil : patience.map { MonotonicClock.now + $0 })
    }

    private func leave() {
        guard !isBusy, patience != nil else { return }
        isLeaving = true
        // The answer comes after everything that was sent to the name before.
        ask("ReleaseName", [.string(name)]) { [weak self] in
            guard let self else { return }
            if isLeaving {
                whenIdle()
            } else {
                ask("RequestName", [.string(name), Self.noFlags]) {}
            }
        }
    }

    private func ask(_ method: String, _ arguments: [BusValue], then: @escaping () -> Void) {
        let target = Bus.Target(
            Bus.itself, "/org/freedesktop/DBus", "org.freedesktop.DBus", method)
        bus.call(target, arguments) { _ in then() }
    }
}
