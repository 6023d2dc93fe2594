import Glibc

extension SystemError {
    /// Whether there is nothing at a path.
    package var isMissing: Bool { errno == ENOENT }

    /// Whether the user may not do this.
    package var isDenied: Bool { errno == EACCES || errno == EPERM }

    /// Whether the file system takes no changes.
    package var isReadOnly: Bool { errno == EROFS }

    /// Whether a file is larger than was asked for.
    package var isTooLarge: Bool { errno == EFBIG }

    /// Whether the time given was over.
    package var isTimeout: Bool { errno == ETIMEDOUT }
}
