import CSystemd
package import LinuxSystem

/// Calls its handler for a signal, which is blocked for the thread as long as this object lives.
package final class SignalSource: EventSource {
    private let handler: () -> Void

    fileprivate init(
        _ loop: EventLoop, _ signal: Int32, _ handler: @escaping () -> Void
    ) throws(SystemError) {
        self.handler = handler
        super.init()
        try check(
            unsafe csystemd_add_signal(
                loop.pointer, &pointer, signal,
                { _, _, data in
                    unsafe SignalSource.object(data)?.handler()
                    return 0
                }, data),
            "watch a signal")
    }
}

extension EventLoop {
    /// Calls `handler` when the process gets `signal`.
    package func signal(
        _ signal: Int32, handler: @escaping () -> Void
    ) throws(SystemError) -> SignalSource {
        try SignalSource(self, signal, handler)
    }
}
