package import LinuxSystem

/// Calls its handler once, soon after it is asked to, and then not again for as long as the call took.
///
/// So a storm of requests costs at most half of the time, however long a call takes, and the requests
/// of a pause are answered by one call at its end.
package final class PacedCall {
    private let handler: () -> Void
    private var timer: TimerSource?
    private var isScheduled = false
    private var endOfPause = Duration.zero

    fileprivate init(_ loop: EventLoop, _ handler: @escaping () -> Void) throws(SystemError) {
        self.handler = handler
        timer = try loop.timer(accuracy: .zero) { [weak self] in self?.call() }
    }

    /// Has the handler called; asked for again before that, still once.
    package func schedule() {
        guard !isScheduled else { return }
        isScheduled = true
        timer?.set(max(MonotonicClock.now, endOfPause))
    }

    private func call() {
        isScheduled = false
        let start = MonotonicClock.now
        handler()
        let end = MonotonicClock.now
        endOfPause = end + (end - start)
    }
}

extension EventLoop {
    /// A call that can be asked for as often as one likes.
    package func paced(handler: @escaping () -> Void) throws(SystemError) -> PacedCall {
        try PacedCall(self, handler)
    }
}
