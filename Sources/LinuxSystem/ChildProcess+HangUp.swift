import Glibc

extension ChildProcess {
    /// How long a program has to end that was hung up on.
    private static let patience = Duration.seconds(5)

    /// Waits until the process has ended and tells how. When `request` can be read before, SIGHUP goes to
    /// all that it has started, on which editors save what they have; it itself, as a shell that waits
    /// for them, ends with them, or by force.
    consuming func wait(hangingUpAt request: borrowing FileDescriptor) throws(SystemError)
        -> WaitStatus
    {
        let end = handle.descriptor.raw
        let ready = try Poller.wait(for: [.init(end), .init(request.raw)])
        if !ready.contains(0) {
            for pid in ProcessList.descendants(of: pid) { kill(pid, SIGHUP) }
            let ended = try Poller.wait(
                for: [.init(end)], until: MonotonicClock.now + Self.patience)
            if ended.isEmpty { try handle.send(signal: SIGKILL) }
        }
        return try wait()
    }
}
