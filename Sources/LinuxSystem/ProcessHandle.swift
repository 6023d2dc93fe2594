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

/// The processes of the machine, as /proc shows them.
package enum ProcessList {
    /// The numbers of all processes.
    package static func all() -> [pid_t] {
        ((try? FileSystem.names(in: "/proc")) ?? []).compactMap { pid_t($0) }
    }

    /// The numbers of all processes that process `pid` has started, and those that these have.
    package static func descendants(of pid: pid_t) -> [pid_t] {
        let file = "/proc/\(pid)/task/\(pid)/children"
        let text = (try? FileSystem.read(file, limit: 1 << 20)) ?? []
        let children = String(decoding: text, as: UTF8.self).split(separator: " ")
            .compactMap { pid_t($0) }
        return children + children.flatMap(descendants)
    }

    /// Whether the environment of process `pid` had the variable `name` set to `value` when it last
    /// executed a program; false also when this user may not know.
    package static func environment(of pid: pid_t, has name: String, setTo value: String) -> Bool {
        guard let variables = try? FileSystem.read("/proc/\(pid)/environ", limit: 1 << 22) else {
            return false
        }
        // Each entry ends in a NUL, and so does what comes before it.
        let entry = [0] + Array("\(name)=\(value)".utf8) + [0]
        let whole = [0] + variables
        return unsafe clinux_contains(whole, UInt(whole.count), entry, UInt(entry.count)) != 0
    }
}
