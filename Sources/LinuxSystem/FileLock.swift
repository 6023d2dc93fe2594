import CLinux
package import Glibc

/// An exclusive lock on a file, kept until the value ends or the process dies, however it dies.
///
/// The lock is advisory, flock(2): it belongs to the open file, so a child that is given the
/// descriptor shares it, and the lock ends when the last of them has closed it.
package struct FileLock: ~Copyable, Sendable {
    /// The open, locked file.
    package let file: FileDescriptor

    /// Opens the file at `path`, which is made if it is missing, and takes its lock.
    ///
    /// - Parameters:
    ///   - mode: the permissions of a file that is made.
    ///   - patience: how long to wait for another holder; zero or less: not at all.
    ///
    /// Throws ETIMEDOUT when the lock was held by others all the time. The wait is in the kernel's
    /// queue, so nobody is passed over; see `clinux_flock_until`.
    package init(
        _ path: String, mode: mode_t = 0o600, patience: Duration
    ) throws(SystemError) {
        // Locking needs no right to write, and a folder's file system may be read-only.
        // Opening a fifo would wait for its other end.
        let file = try FileDescriptor.open(
            path, O_RDONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: mode)
        guard try file.status().kind == .file else {
            throw SystemError("lock", path, errno: EINVAL, reason: "it is not a regular file")
        }
        let deadline = MonotonicClock.now + max(patience, .zero)
        guard clinux_flock_until(file.raw, LOCK_EX, deadline.nanoseconds) == 0 else {
            throw .last("lock", path)
        }
        self.file = file
    }
}
