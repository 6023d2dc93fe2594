import LinuxSystem
import LocalPushModel
import SystemdSupport

/// Hands the app what is for it alone, in the background, one message after the other.
///
/// An app that does not take one, as while it crashes, is tried again for a while. Then it has missed its
/// chance, as on Apple's platforms: what is for it alone must not hold up what is for people.
final class AppWaker {
    private struct Work {
        let event: AppActivation.Event
        let completion: () -> Void
    }

    private let activation: AppActivation
    private let log: Log
    private var timer: TimerSource?
    /// The first is under way.
    private var queue: [Work] = []
    private var deadline = Duration.zero
    private var pause = AppWaker.shortestPause

    private static let patience = Duration.seconds(10)
    private static let shortestPause = Duration.milliseconds(500)

    init(_ activation: AppActivation, loop: EventLoop, log: Log) throws(SystemError) {
        self.activation = activation
        self.log = log
        timer = try loop.timer { [weak self] in self?.attempt() }
    }

    /// Hands over one message; the completion is called once, whether the app has it or not.
    func wake(_ event: AppActivation.Event, completion: @escaping () -> Void) {
        queue.append(Work(event: event, completion: completion))
        if queue.count == 1 { begin() }
    }

    private func begin() {
        deadline = MonotonicClock.now + Self.patience
        pause = Self.shortestPause
        attempt()
    }

    private func attempt() {
        guard let work = queue.first else { return }
        activation.tell(work.event, patience: max(deadline - MonotonicClock.now, .milliseconds(1)))
        {
            [weak self] in
            switch $0 {
            case .success: self?.finish()
            case .failure(let error): self?.wasRefused(error)
            }
        }
    }

    private func wasRefused(_ error: BusError) {
        guard !error.isLasting, MonotonicClock.now + pause < deadline else {
            let words = SafeText.escaped(error.description)
            log.notice("the app does not take a message in the background: \(words)")
            return finish()
        }
        timer?.set(after: pause)
        pause *= 2
    }

    private func finish() {
        queue.removeFirst().completion()
        if !queue.isEmpty { begin() }
    }
}

extension BusError {
    /// Whether the same will be answered in a second.
    fileprivate var isLasting: Bool {
        [
            Self.disconnected, Self.accessDenied, Self.unknownObject, Self.invalidArguments,
            "org.freedesktop.DBus.Error.ServiceUnknown",
            "org.freedesktop.DBus.Error.UnknownMethod",
        ].contains(name)
    }
}
