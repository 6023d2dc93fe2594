import CSystemd
import Glibc
package import LinuxSystem

/// Calls its handler once at a time that can be set again and again; does nothing until it is set.
package final class TimerSource: EventSource {
    private let handler: () -> Void

    fileprivate init(
        _ loop: EventLoop, _ accuracy: Duration, _ handler: @escaping () -> Void
    ) throws(SystemError) {
        self.handler = handler
        super.init()
        try check(
            unsafe sd_event_add_time(
                loop.pointer, &pointer, CLOCK_MONOTONIC, UInt64.max,
                UInt64(max(1, accuracy.nanoseconds / 1000)),
                { _, _, data in
                    unsafe TimerSource.object(data)?.handler()
                    return 0
                }, data),
            "make a timer")
    }

    /// Calls the handler at `time`, in ``MonotonicClock``'s time; nil for never. A time that has
    /// passed means at once. An earlier setting no longer counts.
    package func set(_ time: Duration?) {
        guard let time else { return setEnabled(SD_EVENT_OFF) }
        // sd-event would put off by the accuracy even what is due, but for the time zero. Rounded up,
        // so that the handler never finds that it is too early.
        let isDue = time <= MonotonicClock.now
        let microseconds = isDue ? 0 : UInt64((time.nanoseconds + 999) / 1000)
        _ = unsafe sd_event_source_set_time(pointer, microseconds)
        setEnabled(SD_EVENT_ONESHOT)
    }

    /// Calls the handler once `interval` has passed.
    package func set(after interval: Duration) { set(MonotonicClock.now + interval) }
}

extension EventLoop {
    /// A timer that is not set yet.
    ///
    /// - Parameter accuracy: how late the handler may be called so that wake-ups fall together.
    package func timer(
        accuracy: Duration = .milliseconds(1), handler: @escaping () -> Void
    ) throws(SystemError) -> TimerSource {
        try TimerSource(self, accuracy, handler)
    }
}
