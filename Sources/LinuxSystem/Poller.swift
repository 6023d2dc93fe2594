import Glibc

/// Waits for one of a few descriptors: poll(2), for programs that have no event loop.
package enum Poller {
    /// What is waited for at one descriptor.
    package struct Interest: Sendable {
        /// The descriptor, which must stay open during the wait.
        package let descriptor: Int32
        /// Whether to wake when something can be read, or the end of the file.
        package let reading: Bool
        /// Whether to wake when something can be written.
        package let writing: Bool

        /// Waits for `descriptor` to be readable, unless told otherwise.
        package init(_ descriptor: Int32, reading: Bool = true, writing: Bool = false) {
            self.descriptor = descriptor
            self.reading = reading
            self.writing = writing
        }
    }

    /// Waits until `deadline`, in ``MonotonicClock``'s time, or for ever when it is nil.
    ///
    /// Returns the positions in `interests` of those that are ready or broken; none when the deadline
    /// has passed.
    package static func wait(
        for interests: [Interest], until deadline: Duration? = nil
    ) throws(SystemError) -> [Int] {
        var entries = interests.map {
            let events = ($0.reading ? POLLIN : 0) | ($0.writing ? POLLOUT : 0)
            return pollfd(fd: $0.descriptor, events: Int16(events), revents: 0)
        }
        try retrying("wait") {
            unsafe poll(&entries, nfds_t(entries.count), milliseconds(until: deadline))
        }
        return entries.indices.filter { entries[$0].revents != 0 }
    }

    /// Rounded up, so that nobody wakes before the deadline just to wait again.
    private static func milliseconds(until deadline: Duration?) -> Int32 {
        guard let deadline else { return -1 }
        let nanoseconds = max(0, (deadline - MonotonicClock.now).nanoseconds)
        return Int32(clamping: (nanoseconds + 999_999) / 1_000_000)
    }
}
