import CSystemd
import Glibc
package import LinuxSystem

/// What can be done with a descriptor; see epoll_ctl(2).
package struct IOEvents: OptionSet, Sendable {
    /// The bits as epoll has them.
    package let rawValue: UInt32

    /// The bits as epoll has them.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Something, or the end of the file, can be read.
    package static let readable = IOEvents(rawValue: EPOLLIN.rawValue)
    /// Something can be written.
    package static let writable = IOEvents(rawValue: EPOLLOUT.rawValue)
    /// Something exceptional, as a change of a cgroup's file.
    package static let priority = IOEvents(rawValue: EPOLLPRI.rawValue)
    /// The other end is closed or broken. Always waited for.
    package static let hungUp = IOEvents(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)

    /// Whether the other end is closed or broken: one of the two bits is enough.
    package var hasHungUp: Bool { !isDisjoint(with: .hungUp) }
}

/// Waits for a descriptor.
///
/// It has a descriptor of its own for the same open file: the one it was given may be closed at any
/// time, and the file is let go of when both are. Were it shared, closing it before this object is
/// dropped could abort the program. epoll(7) forgets an open file only when its last descriptor is
/// closed, and a child that another thread is just starting holds one.
package final class IOSource: EventSource {
    private let handler: (IOEvents) -> Void

    fileprivate init(
        _ loop: EventLoop, _ descriptor: Int32, _ events: IOEvents,
        _ handler: @escaping (IOEvents) -> Void
    ) throws(SystemError) {
        self.handler = handler
        super.init()
        let own = FileDescriptor(owning: fcntl(descriptor, F_DUPFD_CLOEXEC, 3))
        if own.raw < 0 { throw SystemError("watch a descriptor", errno: errno) }
        try check(
            unsafe sd_event_add_io(
                loop.pointer, &pointer, own.raw, events.rawValue,
                { _, _, events, data in
                    unsafe IOSource.object(data)?.handler(IOEvents(rawValue: events))
                    return 0
                }, data),
            "watch a descriptor")
        // From now on the source closes it, after it has told epoll.
        _ = own.release()
        _ = unsafe sd_event_source_set_io_fd_own(pointer, 1)
    }

    /// Changes what is waited for. No events at all still leave ``IOEvents/hungUp``.
    package func setEvents(_ events: IOEvents) {
        _ = unsafe sd_event_source_set_io_events(pointer, events.rawValue)
    }
}

extension EventLoop {
    /// Calls `handler` whenever one of `events` is the case at `descriptor`. See ``IOSource`` for who
    /// closes it.
    package func watch(
        _ descriptor: Int32, for events: IOEvents = .readable,
        handler: @escaping (IOEvents) -> Void
    ) throws(SystemError) -> IOSource {
        try IOSource(self, descriptor, events, handler)
    }
}
