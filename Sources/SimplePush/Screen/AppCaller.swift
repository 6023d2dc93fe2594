import LinuxSystem
import LocalPushModel
import SystemdSupport

/// Tells the app something again and again for a while.
///
/// An app that does not take it by then, as one that crashes, has missed its chance, as on Apple's
/// platforms.
final class AppCaller {
    private let activation: AppActivation
    private let log: Log
    private var timer: TimerSource?
    private var work: (event: AppActivation.Event, completion: () -> Void)?
    private var deadline = Duration.zero
    private var pause = AppCaller.shortestPause

    private static let patience = Duration.seconds(10)
    private static let shortestPause = Duration.milliseconds(500)

    init(_ activation: AppActivation, loop: EventLoop, log: Log) throws(SystemError) {
        self.activation = activation
        self.log = log
        timer = try loop.timer { [weak self] in self?.attempt() }
    }

    /// Tells one thing; the completion is called once, whether the app has it or not. The next may be told
    /// then.
    func tell(_ event: AppActivation.Event, completion: @escaping () -> Void) {
        work = (event, completion)
        deadline = MonotonicClock.now + Self.patience
        pause = Self.shortestPause
        attempt()
    }

    private func attempt() {
        guard let work else { return }
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
        let completion = work.take()?.completion
        completion?()
    }
}

extension BusError {
    /// Whether the same will be answered in a second. A bus that is not there yet may then be.
    fileprivate var isLasting: Bool {
        [
            Self.accessDenied, Self.unknownObject, Self.invalidArguments, Self.serviceUnknown,
            "org.freedesktop.DBus.Error.UnknownMethod",
        ].contains(name)
    }
}
