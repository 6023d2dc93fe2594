package import LinuxSystem
package import SystemdSupport

/// Follows the device's sleep through logind (org.freedesktop.login1(5)), and has it wait until the
/// agents were told.
///
/// Signals only say that it is time to ask logind again, so that nobody can pretend a sleep.
package final class SleepWatcher {
    /// What the device does.
    package enum Event: Sendable {
        /// It is about to sleep, and waits for ``SleepWatcher/letSleep()``, but not for long.
        case sleep
        /// It has woken up, or did not sleep after all.
        case wake
    }

    /// logind itself waits no longer than this (`InhibitDelayMaxSec=` in logind.conf(5)).
    private static let patience = Duration.seconds(5)
    private static let logind = "org.freedesktop.login1"
    private static let path = "/org/freedesktop/login1"
    private static let interface = "org.freedesktop.login1.Manager"

    private let bus: Bus
    private let log: Log
    private let handler: (Event) -> Void
    private var deadline: TimerSource?
    /// While this is open, sleep is delayed.
    private var lock: FileDescriptor?
    private var isLockWanted = false
    private var isAsleep = false
    private var isAsking = false
    private var mustAskAgain = false

    /// - Parameters:
    ///   - address: The system bus's.
    ///   - handler: Called, from the loop, with what the device does, in turns.
    package init(
        _ loop: EventLoop, at address: String, log: Log, handler: @escaping (Event) -> Void
    ) throws(SystemError) {
        self.log = log
        self.handler = handler
        bus = try Bus(
            "system bus for sleep", at: address, loop: loop, log: log, acceptsDescriptors: true)
        deadline = try loop.timer { [weak self] in self?.letSleep() }
        bus.listen(
            to: "PrepareForSleep", of: Self.interface, at: Self.path, from: Self.logind
        ) { [weak self] _ in self?.look() }
        bus.listen(
            to: "NameOwnerChanged", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus",
            from: Bus.itself, about: Self.logind
        ) { [weak self] _ in self?.begin() }
        bus.connected = { [weak self] in self?.begin() }
        bus.lost = { [weak self] in self?.take(isPreparing: false) }
        bus.connect()
    }

    /// Whether the device waits for ``letSleep()``.
    package var isWaitedFor: Bool { isAsleep && lock != nil }

    /// Looks for the bus where there is none.
    package func tryAgain() { bus.tryAgain() }

    /// Lets the device sleep, as far as this service is concerned.
    package func letSleep() {
        deadline?.set(nil)
        isLockWanted = false
        lock = nil
    }

    // MARK: Asking

    /// There is a logind, or a new one.
    private func begin() {
        look()
        if !isAsleep { takeLock() }
    }

    private func look() {
        mustAskAgain = isAsking
        guard !isAsking else { return }
        isAsking = true
        let target = Bus.Target(
            Self.logind, Self.path, "org.freedesktop.DBus.Properties", "Get")
        let arguments = [BusValue.string(Self.interface), .string("PreparingForSleep")]
        // Where no logind runs, none is started.
        bus.call(target, arguments, mayStart: false) { [weak self] result in
            self?.take(result)
        }
    }

    private func take(_ result: Result<BusMessage, BusError>) {
        isAsking = false
        switch result {
        case .success(let message):
            if case .variant(.bool(let isPreparing))? = try? message.values().first {
                take(isPreparing: isPreparing)
            }
        case .failure(let error): log.debug("logind does not tell of sleep: \(error)")
        }
        if mustAskAgain { look() }
    }

    private func take(isPreparing: Bool) {
        guard isPreparing != isAsleep else { return }
        isAsleep = isPreparing
        if isPreparing {
            deadline?.set(after: Self.patience)
            handler(.sleep)
        } else {
            deadline?.set(nil)
            takeLock()
            handler(.wake)
        }
    }

    // MARK: The lock

    private func takeLock() {
        isLockWanted = true
        let arguments = ["sleep", "localpush", "Agents are told first", "delay"]
        bus.call(
            Bus.Target(Self.logind, Self.path, Self.interface, "Inhibit"),
            arguments.map { .string($0) }, mayStart: false
        ) { [weak self] in self?.takeLock(from: $0) }
    }

    private func takeLock(from result: Result<BusMessage, BusError>) {
        switch result {
        case .success(let message):
            // It may have come too late. One that is replaced is given back.
            lock = isLockWanted ? try? message.descriptor() : nil
        case .failure(let error): log.debug("logind does not let sleep be delayed: \(error)")
        }
    }
}
