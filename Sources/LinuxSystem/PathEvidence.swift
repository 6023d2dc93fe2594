/// What was found at a path, links not followed, to tell later whether it is still so: that takes one
/// system call.
package struct PathEvidence: Hashable, Sendable {
    /// The absolute path.
    package let path: String
    private let status: FileStatus?

    /// What a look found; nil for nothing.
    package init(path: String, status: FileStatus?) {
        self.path = path
        self.status = status
    }

    /// Looks for the first time.
    package init(of path: String) { self.init(path: path, status: Self.look(path)) }

    /// Whether there was anything.
    package var isPresent: Bool { status != nil }

    /// Whether the same is there, unchanged. Of a folder, what is in it does not count: whoever relies
    /// on an entry has evidence of that.
    package var isStillTrue: Bool {
        let now = Self.look(path)
        guard let now, let status, now.kind == .folder else { return now == status }
        return (now.kind, now.identity, now.owner, now.permissions)
            == (status.kind, status.identity, status.owner, status.permissions)
    }

    private static func look(_ path: String) -> FileStatus? {
        try? FileStatus(of: path, followingLinks: false)
    }
}
