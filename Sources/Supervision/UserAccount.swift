import Glibc
import LinuxSystem

/// A user that an agent can run as, as the system's user database knows it.
package struct UserAccount: Equatable, Sendable {
    /// The name.
    let name: String
    /// The number.
    let user: uid_t
    /// The primary group.
    let group: gid_t
    /// All groups, the primary one included.
    let groups: [gid_t]
    /// The home folder.
    let home: String
    /// The login shell.
    let shell: String

    /// The user called `name`; nil when there is none, or the database does not answer.
    ///
    /// The database may be anything that nsswitch.conf(5) names, so this is for the service alone: the
    /// command line is static and cannot ask it. Local users come first and answer at once.
    init?(named name: String) {
        var entry = unsafe passwd()
        var texts = [CChar](repeating: 0, count: 65536)
        var found: UnsafeMutablePointer<passwd>?
        guard unsafe getpwnam_r(name, &entry, &texts, texts.count, &found) == 0,
            unsafe found != nil
        else { return nil }
        self.name = unsafe String(cString: entry.pw_name)
        user = unsafe entry.pw_uid
        group = unsafe entry.pw_gid
        groups = unsafe Self.groups(of: name, primary: entry.pw_gid)
        home = unsafe String(cString: entry.pw_dir)
        shell = unsafe String(cString: entry.pw_shell)
    }

    private static func groups(of name: String, primary: gid_t) -> [gid_t] {
        var groups = [gid_t](repeating: 0, count: 256)
        var count = Int32(groups.count)
        // Of more groups than that, those that fit are used.
        _ = unsafe getgrouplist(name, primary, &groups, &count)
        return Array(groups.prefix(Int(max(0, min(count, Int32(groups.count))))))
    }

    /// The files of the local user database: while they are the same, so are the accounts in it. What
    /// a directory on the network says has no such sign.
    package static let databaseFiles = ["/etc/passwd", "/etc/group", "/etc/nsswitch.conf"]
}
