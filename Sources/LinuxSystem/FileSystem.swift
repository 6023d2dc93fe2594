package import Glibc

/// Files and folders by path. Every function throws what the system call says, naming the path.
package enum FileSystem {
    /// The contents of the file at `path`, which must be a regular file or a link to one.
    ///
    /// Throws EFBIG for one over `limit` bytes, EISDIR for a folder, EINVAL for anything else, which
    /// might never end; ENXIO for a socket.
    package static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
        try look(into: path, limit: limit).contents
    }

    /// The contents of the file at `path`, as ``read(_:limit:)`` gives them, and the status of the
    /// very file that they are from.
    package static func look(
        into path: String, limit: Int
    ) throws(SystemError) -> (contents: [UInt8], status: FileStatus) {
        do throws(SystemError) {
            // Opening a fifo would wait for its other end.
            let file: FileDescriptor
            do { file = try FileDescriptor.open(path, O_RDONLY | O_NONBLOCK) } catch {
                guard error.errno == ENXIO else { throw error }
                throw SystemError("read", errno: ENXIO, reason: "it is not a regular file")
            }
            let status = try file.status()
            switch status.kind {
            case .file: return (try file.readToEnd(limit: limit), status)
            case .folder: throw SystemError("read", errno: EISDIR)
            default: throw SystemError("read", errno: EINVAL, reason: "it is not a regular file")
            }
        } catch {
            throw error.retold("read", path)
        }
    }

    /// The names in the folder at `path`, without `.` and `..`, sorted by their bytes.
    ///
    /// A name that is not UTF-8 has its bad bytes replaced, and so leads nowhere.
    package static func names(in path: String) throws(SystemError) -> [String] {
        try checkForNUL(path, "list")
        guard let folder = unsafe opendir(path) else { throw .last("list", path) }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(folder) else { break }
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
                    unsafe String(cString: $0)
                }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        if errno != 0 { throw .last("list", path) }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Throws when this user may not write to what is at `path`, a folder or a file.
    package static func checkWritable(_ path: String) throws(SystemError) {
        try checkForNUL(path, "write to")
        try retrying("write to", path) { unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) }
    }

    /// Makes one folder with these permissions, whatever the umask; nothing to do when there is a
    /// folder already.
    package static func makeFolder(_ path: String, mode: mode_t) throws(SystemError) {
        try checkForNUL(path, "make folder")
        do throws(SystemError) {
            try retrying("make folder", path) { unsafe mkdir(path, mode) }
        } catch {
            guard error.errno == EEXIST, try FileStatus(of: path).kind == .folder else {
                throw error
            }
            return
        }
        let made = try FileStatus(of: path, followingLinks: false).permissions
        // What the folder has of the one above it stays: the group's bit.
        if made & 0o777 != mode {
            try retrying("change permissions of", path) {
                unsafe fchmodat(AT_FDCWD, path, made | mode, AT_SYMLINK_NOFOLLOW)
            }
        }
    }

    /// Makes the folder at the absolute `path` and those above it that are missing.
    package static func makeFolders(_ path: String, mode: mode_t) throws(SystemError) {
        var prefix = ""
        for component in components(path) {
            prefix += "/" + component
            try makeFolder(prefix, mode: mode)
        }
    }

    /// Gives `source` the name `target`, replacing what had it, in one step.
    package static func rename(_ source: String, to target: String) throws(SystemError) {
        try checkForNUL(source, "rename")
        try checkForNUL(target, "rename")
        try retrying("rename", "\(source) to \(target)") { unsafe Glibc.rename(source, target) }
    }

    /// Removes a name that is not a folder's.
    package static func remove(_ path: String) throws(SystemError) {
        try checkForNUL(path, "remove")
        try retrying("remove", path) { unsafe unlink(path) }
    }

    /// Removes an empty folder.
    package static func removeFolder(_ path: String) throws(SystemError) {
        try checkForNUL(path, "remove folder")
        try retrying("remove folder", path) { unsafe rmdir(path) }
    }

    /// Waits until the entries of the folder at `path` are on the disk.
    package static func synchronizeFolder(_ path: String) throws(SystemError) {
        do throws(SystemError) {
            try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY).synchronize()
        } catch {
            throw SystemError("flush to disk", path, errno: error.errno)
        }
    }

    /// Where the symbolic link at `path` points, as it is written there. Throws EINVAL for what is no
    /// link.
    package static func target(ofLink path: String) throws(SystemError) -> String {
        try checkForNUL(path, "read link")
        var characters = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = try retrying("read link", path) {
            unsafe readlink(path, &characters, characters.count)
        }
        return String(decoding: characters[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The absolute path of an existing file, without links, `.` or `..` in it; see realpath(3).
    package static func resolve(_ path: String) throws(SystemError) -> String {
        try checkForNUL(path, "resolve")
        guard let resolved = unsafe realpath(path, nil) else { throw .last("resolve", path) }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// The parts of `path` between slashes.
    ///
    /// The kernel splits bytes. Swift's characters would hide a slash that a combining mark follows.
    package static func components(_ path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The working directory's absolute path.
    package static func workingDirectory() throws(SystemError) -> String { try resolve(".") }
}

extension FileDescriptor {
    /// Gives the open file an owner and group; nil leaves one as it is.
    package borrowing func changeOwner(user: uid_t?, group: gid_t?) throws(SystemError) {
        let raw = raw
        try retrying("change owner") { fchown(raw, user ?? uid_t.max, group ?? gid_t.max) }
    }

    /// Gives the open file the permissions `mode`, whatever the umask.
    package borrowing func changeMode(_ mode: mode_t) throws(SystemError) {
        let raw = raw
        try retrying("change permissions") { fchmod(raw, mode) }
    }
}
