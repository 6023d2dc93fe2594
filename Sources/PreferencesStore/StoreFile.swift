import LinuxSystem
import LocalPushModel

/// The one file a store's path leads to, found and checked, with the files beside it.
struct StoreFile {
    /// The path of the file, with no link at its end.
    let path: String

    /// The file whose lock writers hold. It stays, empty, for ever: removing a lock file would let
    /// two writers lock two files of one name.
    var lock: String { path + ".lock" }

    /// The copy of what was last written.
    var lastGood: String { path + ".last-good" }

    /// What is being written, whether by a writer at work or one that was killed.
    var temporary: String { path + ".new" }

    /// The folder that all four are in.
    var folder: String { Self.folder(of: path) }

    /// Finds what `path` leads to. A link that leads nowhere yet is followed too, so that a new
    /// store is made where it points.
    ///
    /// As root, throws unless nobody but root can change any part of the way.
    init(at path: String) throws(StoreError) {
        let path = try Self.absolute(path)
        if ProcessIdentity.effectiveUser == 0 {
            do { self.path = try PathSafety().checkExistingPart(of: path).path } catch {
                throw StoreError(error)
            }
        } else {
            self.path = Self.followLinks(path)
        }
    }

    private static func absolute(_ path: String) throws(StoreError) -> String {
        guard path.utf8.first != UInt8(ascii: "/") else { return path }
        do { return try FileSystem.workingDirectory() + "/" + path } catch {
            throw StoreError(error)
        }
    }

    private static func followLinks(_ path: String) -> String {
        var path = path
        for _ in 0..<mostLinks {
            guard let target = followLink(path) else { break }
            path = target
        }
        return path
    }

    /// As many as the kernel follows.
    static let mostLinks = 40

    /// The path that the link at `path` stands for; nil when there is no link.
    static func followLink(_ path: String) -> String? {
        guard let target = try? FileSystem.target(ofLink: path) else { return nil }
        return target.utf8.first == UInt8(ascii: "/") ? target : folder(of: path) + "/" + target
    }

    /// The part of an absolute path before its last slash; the root folder for what is in it.
    static func folder(of path: String) -> String {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
        return slash == path.startIndex ? "/" : String(decoding: path.utf8[..<slash], as: UTF8.self)
    }
}

// MARK: Reading

extension StoreFile {
    /// What one look at the file found.
    struct Contents {
        let preferences: Preferences
        /// What was read from; nil when there is no file, which is an empty store.
        let status: FileStatus?
    }

    /// Reads the file as a whole. Since writers replace it in one step, no lock is needed.
    func read() throws(StoreError) -> Contents {
        let bytes: [UInt8]
        let status: FileStatus
        do throws(SystemError) {
            (bytes, status) = try FileSystem.look(into: path, limit: Preferences.sizeLimit)
        } catch {
            if error.isMissing { return Contents(preferences: Preferences(), status: nil) }
            throw StoreError(error)
        }
        do { return Contents(preferences: try Preferences(parsing: bytes), status: status) } catch {
            // There is nothing to correct, and the last good copy may be older than what is in it.
            if Preferences.hasNewerFormat(bytes) { throw .newerFormat(error.inFile(path)) }
            let hasCopy = Self.status(of: lastGood) != nil
            throw .unreadable(error.inFile(path), lastGood: hasCopy ? lastGood : nil)
        }
    }

    private static func status(of path: String) -> FileStatus? { try? FileStatus(of: path) }
}

// MARK: Writing

extension StoreFile {
    /// Makes the folder and those above it that are missing, and has them on the disk.
    func makeFolder(for scope: Scope) throws(SystemError) {
        var missing: [String] = []
        var folder = folder
        while Self.status(of: folder) == nil, folder != "/" {
            missing.append(folder)
            folder = Self.folder(of: folder)
        }
        for folder in missing.reversed() {
            try FileSystem.makeFolder(folder, mode: scope == .system ? 0o755 : 0o700)
            try FileSystem.synchronizeFolder(Self.folder(of: folder))
        }
    }

    /// Throws when this user may not make files in the folder, or the folders on the way to it.
    func checkWritable() throws(SystemError) {
        var folder = folder
        while Self.status(of: folder) == nil, folder != "/" { folder = Self.folder(of: folder) }
        try FileSystem.checkWritable(folder)
    }

    /// Replaces the file, which was `status` when it was read, by one with these contents and the
    /// same owner, group and mode; a new file is for its owner alone. The lock must be held.
    ///
    /// However this ends, by itself or by force, the path leads to all of the old or all of the new
    /// contents. When it returns, the new ones are on the disk.
    func replace(with contents: [UInt8], over status: FileStatus?) throws(StoreError) {
        do throws(SystemError) {
            let replacement = try FileReplacement(writing: contents, to: temporary, like: status)
            if Self.status(of: path) == status {
                try replacement.place(at: path)
                return try FileSystem.synchronizeFolder(folder)
            }
        } catch {
            throw StoreError(error)
        }
        throw .changedUnderneath(file: path)
    }

    /// Brings the copy beside the file up to date, after the file was replaced. No flush of the
    /// folder: should a power cut undo this, the copy is an older one.
    func keepLastGood(_ contents: [UInt8], like status: FileStatus?) throws(SystemError) {
        try FileReplacement(writing: contents, to: temporary, like: status).place(at: lastGood)
    }
}
