package import Glibc

/// Why what a path leads to could be exchanged by somebody who must not.
package enum PathHazard: Error, Hashable, Sendable {
    /// The path does not start at the root folder, or it is empty.
    case notAbsolute(String)
    /// A component belongs to a user who is not trusted.
    case foreignOwner(path: String, owner: uid_t)
    /// Others than its owner may write a component.
    case writableByOthers(path: String, permissions: mode_t)
    /// Anybody could make this missing component, since the folder is a sticky one open to all.
    case missingInSharedFolder(path: String)
    /// There is nothing at this path.
    case missing(path: String)
    /// A component that should be a folder is something else.
    case notAFolder(path: String)
    /// More links than are followed, most likely a circle.
    case tooManyLinks(path: String)
    /// The file system did not answer.
    case unreadable(SystemError)
}

/// A path none of whose parts can be changed but by those who are trusted.
package struct SafePath: Equatable, Sendable {
    /// The path without links, `.` and `..`.
    package let path: String
    /// What is there; nil when there is nothing.
    package let status: FileStatus?
    /// All that was looked at, from the root on: while nothing of it has changed, the path is safe.
    package let evidence: [PathEvidence]
}

/// Checks that nobody but root, or root and one user, can change what a path leads to.
///
/// Every component, the last included, must belong to a trusted user and not be writable by its group
/// or others. A folder open to all with the sticky bit, such as `/tmp`, is safe where the next
/// component exists and belongs to a trusted user: then nobody else can rename or remove it. Symbolic
/// links are followed component by component under the same rules. Since a component is looked at only
/// after those above it were found safe, nothing can change between the look and the use.
package struct PathSafety: Sendable {
    private static let mostLinks = 40

    /// The user trusted besides root; nil for root alone.
    package let user: uid_t?

    /// Trusts root, and `user` where one is given.
    package init(trusting user: uid_t? = nil) { self.user = user }

    /// Where `path`, which must exist, leads to, and what is there.
    package func check(_ path: String) throws(PathHazard) -> SafePath {
        let result = try checkExistingPart(of: path)
        if result.status == nil { throw .missing(path: result.path) }
        return result
    }

    /// As ``check(_:)``, but components may be missing at the end of the path, if only a trusted user
    /// can make them.
    package func checkExistingPart(of path: String) throws(PathHazard) -> SafePath {
        guard path.utf8.first == UInt8(ascii: "/") else { throw .notAbsolute(path) }
        var walk = Walk(remaining: Self.components(path), status: try look("/"))
        try checkOwnerAndMode(walk.status, "/", isFolder: true)
        while let component = walk.next() {
            if component == ".." {
                walk.resolved = walk.resolved.dropLast()
                walk.status = try look(Self.path(walk.resolved))
            } else if try step(&walk, component) == false {
                let missing = walk.resolved + [component] + walk.remaining.reversed()
                return SafePath(
                    path: Self.path(missing), status: nil, evidence: walk.evidence)
            }
        }
        return SafePath(
            path: Self.path(walk.resolved), status: walk.status, evidence: walk.evidence)
    }

    /// Goes down one component, or puts what a link says in its place; false when it is missing.
    private func step(_ walk: inout Walk, _ component: String) throws(PathHazard) -> Bool {
        let folder = Self.path(walk.resolved)
        let path = Self.path(walk.resolved + [component])
        guard walk.status.kind == .folder else { throw .notAFolder(path: folder) }
        let isShared = walk.status.isWritableByOthers
        let found = try lookIfPresent(path)
        walk.evidence.append(PathEvidence(path: path, status: found))
        guard let status = found else {
            if isShared { throw .missingInSharedFolder(path: path) }
            return false
        }
        try checkOwnerAndMode(status, path, isFolder: !walk.remaining.isEmpty)
        guard status.kind == .symbolicLink else {
            walk.resolved.append(component)
            walk.status = status
            return true
        }
        walk.linksFollowed += 1
        if walk.linksFollowed > Self.mostLinks { throw .tooManyLinks(path: path) }
        let target = try reading { () throws(SystemError) in
            try FileSystem.target(ofLink: path)
        }
        if target.utf8.first == UInt8(ascii: "/") {
            walk.resolved = []
            walk.status = try look("/")
        }
        walk.remaining += Self.components(target)
        return true
    }

    private func checkOwnerAndMode(
        _ status: FileStatus, _ path: String, isFolder: Bool
    ) throws(PathHazard) {
        guard status.owner == 0 || status.owner == user else {
            throw .foreignOwner(path: path, owner: status.owner)
        }
        // A link's own permissions mean nothing. A sticky folder is judged by what is taken from it.
        let isExempt =
            status.kind == .symbolicLink || (status.kind == .folder && status.isSticky && isFolder)
        guard isExempt || !status.isWritableByOthers else {
            throw .writableByOthers(path: path, permissions: status.permissions)
        }
    }

    private func look(_ path: String) throws(PathHazard) -> FileStatus {
        try reading { () throws(SystemError) in
            try FileStatus(of: path, followingLinks: false)
        }
    }

    private func lookIfPresent(_ path: String) throws(PathHazard) -> FileStatus? {
        do throws(SystemError) {
            return try FileStatus(of: path, followingLinks: false)
        } catch {
            if error.errno == ENOENT { return nil }
            throw .unreadable(error)
        }
    }

    private func reading<Value>(
        _ body: () throws(SystemError) -> Value
    ) throws(PathHazard) -> Value {
        do { return try body() } catch { throw .unreadable(error) }
    }

    private static func path(_ components: [String]) -> String {
        "/" + components.joined(separator: "/")
    }

    /// The components of `text`, the last first.
    private static func components(_ text: String) -> [String] {
        FileSystem.components(text).filter { $0 != "." }.reversed()
    }

    /// How far a check has come.
    private struct Walk {
        /// What is still to be followed, the next component last.
        var remaining: [String]
        /// The components found safe so far, none of them a link.
        var resolved: [String] = []
        /// What was looked at so far.
        var evidence: [PathEvidence]
        /// The status of what `resolved` leads to.
        var status: FileStatus
        var linksFollowed = 0

        init(remaining: [String], status: FileStatus) {
            self.remaining = remaining
            self.status = status
            evidence = [PathEvidence(path: "/", status: status)]
        }

        mutating func next() -> String? { remaining.popLast() }
    }
}
