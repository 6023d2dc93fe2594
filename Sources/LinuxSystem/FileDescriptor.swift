import CLinux
package import Glibc

/// A file descriptor with one owner, closed when the owner ends.
///
/// Every descriptor this module opens is closed on exec, so that no child gets it by accident.
package struct FileDescriptor: ~Copyable, Sendable {
    /// The number, valid while this value lives.
    package let raw: Int32

    /// Takes ownership of `raw`, which must be open and owned by nobody else.
    package init(owning raw: Int32) { self.raw = raw }

    deinit { close(raw) }

    /// Gives up ownership: the caller closes the descriptor.
    package consuming func release() -> Int32 {
        let raw = raw
        discard self
        return raw
    }

    /// Opens `path` as open(2) does, closed on exec.
    ///
    /// - Parameters:
    ///   - flags: `O_RDONLY` and so on.
    ///   - mode: the permissions of a file that is created, before the umask.
    ///   - folder: the folder a relative `path` starts from; nil for the working directory.
    package static func open(
        _ path: String, _ flags: Int32, mode: mode_t = 0, in folder: borrowing FileDescriptor
    ) throws(SystemError) -> FileDescriptor {
        try open(path, flags, mode: mode, at: folder.raw)
    }

    /// Opens `path` as open(2) does, relative to the working directory, closed on exec.
    package static func open(
        _ path: String, _ flags: Int32, mode: mode_t = 0
    ) throws(SystemError) -> FileDescriptor {
        try open(path, flags, mode: mode, at: AT_FDCWD)
    }

    private static func open(
        _ path: String, _ flags: Int32, mode: mode_t, at folder: Int32
    ) throws(SystemError) -> FileDescriptor {
        try checkForNUL(path, "open")
        let raw = try retrying("open", path) {
            unsafe openat(folder, path, flags | O_CLOEXEC, mode)
        }
        return FileDescriptor(owning: raw)
    }

    /// A second descriptor for the same open file, closed on exec.
    package borrowing func duplicate() throws(SystemError) -> FileDescriptor {
        try FileDescriptor(duplicating: raw)
    }

    /// A descriptor for the open file of `raw`, which stays its owner's; closed on exec.
    package init(duplicating raw: Int32) throws(SystemError) {
        self.init(owning: try retrying("duplicate") { fcntl(raw, F_DUPFD_CLOEXEC, 0) })
    }
}

extension FileDescriptor {
    /// The two ends of a pipe(7), closed on exec; both block.
    package static func pipe() throws(SystemError) -> DescriptorPair {
        var ends: [Int32] = [-1, -1]
        try retrying("make a pipe") { unsafe clinux_pipe(&ends) }
        return DescriptorPair(
            first: FileDescriptor(owning: ends[0]), second: FileDescriptor(owning: ends[1]))
    }

    /// Makes reads and writes return at once instead of waiting.
    package borrowing func setNonBlocking() throws(SystemError) {
        let raw = raw
        let flags = try retrying("make non-blocking") { fcntl(raw, F_GETFL) }
        try retrying("make non-blocking") { fcntl(raw, F_SETFL, flags | O_NONBLOCK) }
    }
}

/// Two descriptors that belong together. Of a pipe, `first` is the end to read from.
package struct DescriptorPair: ~Copyable, Sendable {
    /// The reading end of a pipe, or either end of a socket pair.
    package let first: FileDescriptor
    /// The writing end of a pipe, or the other end of a socket pair.
    package let second: FileDescriptor

    /// The first alone: the second is closed.
    package consuming func keepingFirst() -> FileDescriptor { first }

    /// The second alone: the first is closed.
    package consuming func keepingSecond() -> FileDescriptor { second }
}
