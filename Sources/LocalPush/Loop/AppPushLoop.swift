package import SystemdSupport

/// The one loop of a provider or app: it waits for descriptors and times and calls their handlers, one
/// after the other. A thin layer over sd-event (sd-event(3)).
///
/// Everything of this library belongs to the thread that runs the loop; a program with threads of its
/// own hands over to it through a descriptor, as an eventfd(2). A handler must not block: meanwhile
/// nothing else happens.
public final class AppPushLoop {
    /// The loop itself.
    package let events: EventLoop

    /// A layer over a loop.
    package init(_ events: EventLoop) { self.events = events }

    /// Makes a loop. Throws when there are no descriptors or no memory left.
    public convenience init() throws { self.init(try EventLoop()) }

    /// Calls `handler` whenever something, or the end of the file, can be read at `descriptor`.
    ///
    /// - Parameters:
    ///   - descriptor: Stays yours, and may be closed at any time; the wait then ends with the ``Wait``.
    ///   - handler: Called from the loop, again and again as long as there is something to read.
    /// - Returns: The wait, which lasts as long as this object is kept.
    /// - Throws: What epoll_ctl(2) says, as EPERM for a regular file, which cannot be waited for.
    public func whenReadable(
        _ descriptor: Int32, handler: @escaping () -> Void
    ) throws -> Wait {
        Wait(try events.watch(descriptor) { _ in handler() })
    }

    /// Calls `handler` whenever something can be written at `descriptor`, or its other end is closed;
    /// otherwise as ``whenReadable(_:handler:)``.
    public func whenWritable(
        _ descriptor: Int32, handler: @escaping () -> Void
    ) throws -> Wait {
        Wait(try events.watch(descriptor, for: .writable) { _ in handler() })
    }

    /// A timer that calls `handler` each time it has run out; it is not set yet.
    ///
    /// - Parameters:
    ///   - accuracy: How late the handler may be called, so that wake-ups of the device fall together:
    ///     the longer, the less power is used.
    ///   - handler: Called from the loop.
    /// - Returns: The timer, which runs as long as this object is kept.
    /// - Throws: When there are no descriptors or no memory left.
    public func timer(
        accuracy: Duration = .milliseconds(1), handler: @escaping () -> Void
    ) throws -> Timer {
        Timer(try events.timer(accuracy: accuracy, handler: handler))
    }

    /// A wait for a descriptor, which ends with this object.
    public final class Wait {
        private let source: IOSource

        fileprivate init(_ source: IOSource) { self.source = source }

        /// Whether the handler is called; true at first.
        public var isEnabled: Bool {
            get { source.isEnabled }
            set { source.isEnabled = newValue }
        }
    }

    /// A timer, which stops with this object.
    public final class Timer {
        private let source: TimerSource

        fileprivate init(_ source: TimerSource) { self.source = source }

        /// Calls the handler once, when `interval` has passed; an earlier setting no longer counts.
        /// Time that the device sleeps does not count (CLOCK_MONOTONIC, clock_gettime(2)).
        public func set(after interval: Duration) { source.set(after: interval) }

        /// Calls the handler no more until the timer is set again.
        public func cancel() { source.set(nil) }
    }
}
