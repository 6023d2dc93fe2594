import LinuxSystem
import SystemdSupport

/// Calls its handler some time after it is asked to; later each time, until it is reset.
final class RetryTimer {
    private static let shortestPause = Duration.seconds(2)
    private static let longestPause = Duration.seconds(600)

    private var timer: TimerSource?
    private var pause = RetryTimer.shortestPause
    /// Whether the handler is going to be called.
    private var isScheduled = false

    init(_ loop: EventLoop, handler: @escaping () -> Void) throws(SystemError) {
        timer = try loop.timer(accuracy: .seconds(1)) { [weak self] in
            self?.isScheduled = false
            handler()
        }
    }

    /// Has the handler called, once, however often that is asked for before.
    func schedule() {
        guard !isScheduled else { return }
        isScheduled = true
        timer?.set(after: pause)
        pause = min(pause * 2, Self.longestPause)
    }

    /// There is nothing to be tried again, and the next time it is soon.
    func reset() {
        isScheduled = false
        timer?.set(nil)
        pause = Self.shortestPause
    }
}
