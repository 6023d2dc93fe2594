package import Glibc

/// What the file system knows of a file; see inode(7).
package struct FileStatus: Hashable, Sendable {
    /// What kind of thing a path leads to.
    package enum Kind: Sendable { case file, folder, symbolicLink, socket, fifo, device }

    /// What it is.
    package let kind: Kind
    /// The twelve permission bits, set-id and sticky bits included: 0o7777.
    package let permissions: mode_t
    /// The user it belongs to.
    package let owner: uid_t
    /// The group it belongs to.
    package let group: gid_t
    /// Its length in bytes.
    package let size: Int64
    /// The device and the number on it, which together identify a file while it exists.
    package let identity: FileIdentity
    /// When its contents last changed, nanoseconds since 1970.
    package let modified: Int64
    /// When its contents, owner, permissions or links last changed, nanoseconds since 1970; nobody can
    /// set this.
    package let changed: Int64

    /// Whether anybody but its owner may write it. A POSIX access list shows in the group's bit.
    package var isWritableByOthers: Bool { permissions & (S_IWGRP | S_IWOTH) != 0 }

    /// Whether only the owner of an entry may remove it (a folder such as `/tmp`).
    package var isSticky: Bool { permissions & S_ISVTX != 0 }

    init(_ raw: stat) {
        kind =
            switch raw.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .symbolicLink
            case S_IFSOCK: .socket
            case S_IFIFO: .fifo
            default: .device
            }
        permissions = raw.st_mode & 0o7777
        owner = raw.st_uid
        group = raw.st_gid
        size = Int64(raw.st_size)
        identity = FileIdentity(device: raw.st_dev, number: raw.st_ino)
        modified = Self.nanoseconds(raw.st_mtim)
        changed = Self.nanoseconds(raw.st_ctim)
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// The device a file is on and its number there.
package struct FileIdentity: Hashable, Sendable {
    /// The device, st_dev.
    package let device: dev_t
    /// The inode number, st_ino.
    package let number: ino_t
}

extension FileStatus {
    /// The status of what `path` leads to. Throws ENOENT when there is nothing.
    ///
    /// - Parameter followingLinks: whether a symbolic link at the end of `path` is followed.
    package init(of path: String, followingLinks: Bool = true) throws(SystemError) {
        try checkForNUL(path, "look at")
        var raw = stat()
        try retrying("look at", path) {
            unsafe fstatat(AT_FDCWD, path, &raw, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW)
        }
        self.init(raw)
    }
}

extension FileDescriptor {
    /// The status of the open file.
    package borrowing func status() throws(SystemError) -> FileStatus {
        let descriptor = raw
        var raw = stat()
        try retrying("look at") { unsafe fstat(descriptor, &raw) }
        return FileStatus(raw)
    }
}
