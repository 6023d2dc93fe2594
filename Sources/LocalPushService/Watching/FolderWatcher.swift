package import LinuxSystem
package import SystemdSupport

/// Tells that something in one of a few folders may have changed, also when a folder, or one above it,
/// does not exist yet.
///
/// Of a folder that is missing, the nearest one above it that exists is watched for the next name on
/// the way. Changes that come together are told once.
package final class FolderWatcher {
    private let loop: EventLoop
    private let changed: () -> Void
    private var folders: [String] = []
    private var sources: [String: FileSource] = [:]
    private var wake: DeferredSource?

    /// - Parameter changed: Called, from the loop, when it is time for another look.
    package init(_ loop: EventLoop, changed: @escaping () -> Void) throws(SystemError) {
        self.loop = loop
        self.changed = changed
        wake = try loop.deferred { [weak self] in self?.report() }
    }

    /// Watches these folders and no others. Call before looking into them, so that no change is missed.
    package func watch(_ folders: [String]) {
        self.folders = folders
        arm()
    }

    private func report() {
        // What was missing may be there now, and the other way round.
        arm()
        changed()
    }

    private func arm() {
        var needed: [String: Set<String>?] = [:]
        for folder in folders {
            let (path, missing) = Self.nearestExisting(folder)
            if let missing {
                // Nothing but the whole folder outranks a few names of it.
                if case .some(.some(let names)) = needed[path] {
                    needed[path] = names.union([missing])
                } else if needed[path] == nil {
                    needed[path] = Set([missing])
                }
            } else {
                needed[path] = .some(nil)
            }
        }
        sources = [:]
        for (path, names) in needed { sources[path] = source(path, names: names) }
    }

    /// - Parameter names: The entries that matter; nil when all do.
    private func source(_ path: String, names: Set<String>?) -> FileSource? {
        // A folder that went away since it was looked at is told by the one above at the next arming.
        try? loop.watchFile(path, for: [.folder, .onlyFolder]) { [weak self] change in
            guard names?.contains(change.name) ?? true || change.isEnd || change.isOverflow else {
                return
            }
            self?.wake?.schedule()
        }
    }

    /// The folder itself when it exists; otherwise the nearest one above that does, with the name
    /// that is missing in it.
    private static func nearestExisting(_ folder: String) -> (path: String, missing: String?) {
        var path = folder
        var missing: String?
        while !isFolder(path), let slash = path.lastIndex(of: "/"), path != "/" {
            missing = String(path[path.index(after: slash)...])
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
        return (path, missing)
    }

    private static func isFolder(_ path: String) -> Bool {
        (try? FileStatus(of: path))?.kind == .folder
    }
}
