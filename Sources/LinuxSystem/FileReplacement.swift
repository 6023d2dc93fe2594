import Glibc

/// A file that was written in full beside another, to take its place in one step.
///
/// One that is dropped before that is removed.
package struct FileReplacement: ~Copyable, Sendable {
    /// Where it was written.
    package let temporary: String
    private var isPlaced = false

    /// Writes `contents` to a new file at `temporary`, in place of any that is there, and waits until
    /// they are on the disk. Throws ENOSPC when they do not fit, with `temporary` removed again.
    ///
    /// - Parameter original: the file whose owner, group and permissions it gets; without one it
    ///   belongs to this user, who alone may read and write it. Throws EPERM where this user may not
    ///   give a file to that owner or group.
    package init(
        writing contents: [UInt8], to temporary: String, like original: FileStatus?
    ) throws(SystemError) {
        self.temporary = temporary
        do throws(SystemError) {
            try? FileSystem.remove(temporary)
            let file = try FileDescriptor.open(
                temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
            try Self.adopt(original, by: file)
            try file.writeAll(contents)
            try file.synchronize()
        } catch {
            throw SystemError(error.operation, temporary, errno: error.errno)
        }
    }

    deinit {
        if !isPlaced { try? FileSystem.remove(temporary) }
    }

    /// Gives the file the name `path`, in the same folder, and so removes what had it. Only
    /// ``FileSystem/synchronizeFolder(_:)`` makes sure that a power cut does not undo it.
    package consuming func place(at path: String) throws(SystemError) {
        try FileSystem.rename(temporary, to: path)
        isPlaced = true
    }

    /// Has `path` hold `contents`, which this user alone may read and write, in one step: until they are
    /// on the disk, in a file beside it whose name ends in `.new`, what was there stays.
    package static func replace(_ path: String, with contents: [UInt8]) throws(SystemError) {
        try FileReplacement(writing: contents, to: path + ".new", like: nil).place(at: path)
    }

    /// Giving a file away clears some bits of its permissions, so those come last.
    private static func adopt(
        _ original: FileStatus?, by file: borrowing FileDescriptor
    ) throws(SystemError) {
        let own = try file.status()
        if let original, (original.owner, original.group) != (own.owner, own.group) {
            try file.changeOwner(user: original.owner, group: original.group)
        }
        try file.changeMode(original?.permissions ?? 0o600)
    }
}
