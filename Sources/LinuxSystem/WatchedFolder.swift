/// A folder in which a change can mean that something else is to be found where one looks.
package struct WatchedFolder: Hashable, Sendable {
    /// The folder, which exists. When it is moved or removed itself, that counts as a change too.
    package let path: String
    /// Names that matter.
    private var names: Set<String> = []
    /// What the names of further entries that matter end in; none of those that start with a dot.
    private var suffix: String?

    /// Whether a change to the entry called `name` matters.
    package func concerns(_ name: String) -> Bool {
        if names.contains(name) { return true }
        guard let suffix else { return false }
        return name.hasSuffix(suffix) && !name.hasPrefix(".")
    }

    /// The folders to watch so that no change to these files, and to the files in these folders whose
    /// name ends in `suffix`, is missed; sorted by path. Which they are can change with every change.
    ///
    /// A file is watched through its folder, since it is replaced, not written to; so is every link
    /// that ends its path. For a folder that is missing, the nearest one above it is watched for the
    /// one below it to appear.
    package static func watching(
        files: [String] = [], folders: [String], suffix: String
    ) -> [WatchedFolder] {
        var found: [String: WatchedFolder] = [:]
        for file in files {
            for path in linksAndTarget(of: file) { addName(of: path, to: &found) }
        }
        for folder in folders {
            if isFolder(folder) {
                found[folder, default: WatchedFolder(folder)].suffix = suffix
            } else {
                addName(of: folder, to: &found)
            }
        }
        return found.values.sorted { $0.path < $1.path }
    }

    private init(_ path: String) { self.path = path }

    /// Watches for what happens to the last component of `path`, or for the first that is missing.
    private static func addName(of path: String, to found: inout [String: WatchedFolder]) {
        var path = path
        while path != "/" {
            let folder = folder(of: path)
            if isFolder(folder) {
                let name = FileSystem.components(path).last ?? path
                found[folder, default: WatchedFolder(folder)].names.insert(name)
                return
            }
            path = folder
        }
    }

    /// The path, and as long as it leads to a link, where that leads to.
    private static func linksAndTarget(of path: String) -> [String] {
        var paths = [path]
        while paths.count < 40, let target = try? FileSystem.target(ofLink: paths[paths.count - 1])
        {
            let base = folder(of: paths[paths.count - 1])
            paths.append(target.utf8.first == UInt8(ascii: "/") ? target : "\(base)/\(target)")
        }
        return paths
    }

    private static func folder(of path: String) -> String {
        "/" + FileSystem.components(path).dropLast().joined(separator: "/")
    }

    private static func isFolder(_ path: String) -> Bool {
        (try? FileStatus(of: path))?.kind == .folder
    }
}
