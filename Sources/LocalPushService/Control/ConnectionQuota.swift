package import Glibc

/// How many connections may be open at a time, and whose.
///
/// One person can be many users: of their subordinate ids, subuid(5), there are 65,536. So some places
/// are kept for those who may change things, whoever else takes all they can get.
package struct ConnectionQuota {
    /// The most connections, and of one user's.
    package static let most = 64
    package static let mostOfOneUser = 8
    /// The places kept for root and for the user whose service it is.
    package static let kept = 2 * mostOfOneUser

    /// Whose connections are open.
    private let users: [uid_t]
    private let isPrivileged: (uid_t) -> Bool

    /// - Parameters:
    ///   - users: The user of each open connection.
    ///   - isPrivileged: Whether a user may change things.
    package init(users: [uid_t], isPrivileged: @escaping (uid_t) -> Bool) {
        self.users = users
        self.isPrivileged = isPrivileged
    }

    /// Whether there is room for one more of this user's.
    package func admits(_ user: uid_t) -> Bool {
        guard users.count < Self.most,
            users.count(where: { $0 == user }) < Self.mostOfOneUser
        else { return false }
        return isPrivileged(user)
            || users.count { !isPrivileged($0) } < Self.most - Self.kept
    }
}
