import CSystemd
package import LinuxSystem

/// Calls its handler once, after what is being handled now, each time it is asked to.
package final class DeferredSource: EventSource {
    private let handler: () -> Void

    fileprivate init(_ loop: EventLoop, _ handler: @escaping () -> Void) throws(SystemError) {
        self.handler = handler
        super.init()
        try check(
            unsafe sd_event_add_defer(
                loop.pointer, &pointer,
                { _, data in
                    unsafe DeferredSource.object(data)?.handler()
                    return 0
                }, data),
            "defer a call")
        setEnabled(SD_EVENT_OFF)
    }

    /// Has the handler called once, soon; asked for again before that, still once.
    package func schedule() { setEnabled(SD_EVENT_ONESHOT) }
}

extension EventLoop {
    /// A call that can be asked for.
    package func deferred(handler: @escaping () -> Void) throws(SystemError) -> DeferredSource {
        try DeferredSource(self, handler)
    }
}
