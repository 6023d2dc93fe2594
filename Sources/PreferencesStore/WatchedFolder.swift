import LinuxSystem

/// A folder in which a change can mean that profiles have changed.
package struct WatchedFolder: Hashable, Sendable {
    /// The folder, which exists. When it is moved or removed itself, that counts as a change too.
    package let path: String
    /// Names that matter.
    fileprivate(set) var names: Set<String> = []
    /// Whether every name that a managed profile's file can have matters.
    fileprivate(set) var holdsProfiles = false

    /// Whether a change to the entry called `name` can mean that profiles have changed. Lock files,
    /// half-written files and copies do not.
    package func concerns(_ name: String) -> Bool {
        names.contains(name) || (holdsProfiles && ManagedProfiles.isProfile(name))
    }
}

extension PreferencesStore {
    /// The folders to watch now, sorted by path. Which they are can change with every change in them.
    ///
    /// A file is watched through its folder, since it is replaced, not written to; so is every link on
    /// the way that ends the path. For a folder that is missing, the nearest one above it is watched
    /// for the one below it to appear.
    package func watchedFolders() -> [WatchedFolder] {
        var watch = WatchList()
        var path: String? = locations.preferences
        for _ in 0..<StoreFile.mostLinks {
            guard let link = path else { break }
            watch.add(link)
            path = StoreFile.followLink(link)
        }
        for folder in locations.managedFolders { watch.addProfiles(in: folder) }
        return watch.folders.values.sorted { $0.path < $1.path }
    }
}

private struct WatchList {
    private(set) var folders: [String: WatchedFolder] = [:]

    /// Watches for what happens to the last component of `path`, or for the first that is missing.
    mutating func add(_ path: String) {
        var path = path
        while path != "/" {
            let folder = StoreFile.folder(of: path)
            if Self.isFolder(folder) {
                let name = FileSystem.components(path).last ?? path
                folders[folder, default: WatchedFolder(path: folder)].names.insert(name)
                return
            }
            path = folder
        }
    }

    mutating func addProfiles(in folder: String) {
        if Self.isFolder(folder) {
            folders[folder, default: WatchedFolder(path: folder)].holdsProfiles = true
        } else {
            add(folder)
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        (try? FileStatus(of: path))?.kind == .folder
    }
}
