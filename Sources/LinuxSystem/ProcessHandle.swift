import CLinux
package import Glibc

/// A descriptor that means one process for ever, whoever gets its number later: see pidfd_open(2).
package struct ProcessHandle: ~Copyable, Sendable {
    /// The descriptor: readable for poll(2) once the process has ended.
    package let descriptor: FileDescriptor

    /// The process that has the number `pid` now. Throws ESRCH when there is none.
    package init(_ pid: pid_t) throws(SystemError) {
        descriptor = FileDescriptor(
            owning: try retrying("watch process", "\(pid)") { clinux_pidfd_open(pid) })
    }

    /// Sends a signal; nothing happens when the process has ended.
    package borrowing func send(signal: Int32) throws(SystemError) {
        let raw = descriptor.raw
        do throws(SystemError) {
            try retrying("signal process") { clinux_pidfd_send_signal(raw, signal) }
        } catch {
            if error.errno != ESRCH { throw error }
        }
    }
}
