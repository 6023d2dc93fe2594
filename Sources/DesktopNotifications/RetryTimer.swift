import LinuxSystem
import SystemdSupport

/// Calls its handler some time after it is asked to; later each time, until it is reset.
final class RetryTimer {
    private static let shortestPause = Duration.seconds(2)
    private static let longestPause = Duration.seconds(600)

    private var timer: TimerSource?
    private var pause = RetryTimer.shortestPause

    init(_ loop: EventLoop, handler: @escaping () -> Void) throws(SystemError) {
        timer = try loop.timer(accuracy: .seconds(1), handler: handler)
    }

    /// Has the handler called; asked for again before that, once, and later.
    func schedule() {
        timer?.set(after: pause)
        pause = min(pause * 2, Self.longestPause)
    }

    /// There is nothing to be tried again, and the next time it is soon.
    func reset() {
        timer?.set(nil)
        pause = Self.shortestPause
    }
}
