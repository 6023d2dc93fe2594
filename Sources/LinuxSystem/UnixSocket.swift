import CLinux
package import Glibc

/// Who is at the other end of a Unix socket, as the kernel vouches for: the ids the peer had when it
/// connected or listened; see SO_PEERCRED in unix(7).
package struct PeerCredentials: Equatable, Sendable {
    /// The process, which may have ended since.
    package let pid: pid_t
    /// Its effective user.
    package let user: uid_t
    /// Its effective group.
    package let group: gid_t

    /// Credentials that are known.
    package init(pid: pid_t, user: uid_t, group: gid_t) {
        self.pid = pid
        self.user = user
        self.group = group
    }
}

/// Stream sockets in the file system; see unix(7). All are closed on exec and do not block.
package enum UnixSocket {
    /// The longest path a socket can have, in bytes.
    package static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Listens at `path`, where nothing may be yet (EADDRINUSE). Throws ENAMETOOLONG for a path over
    /// ``longestPath`` bytes.
    ///
    /// - Parameter mode: the permissions of the socket; whoever may write it may connect.
    package static func listen(
        at path: String, mode: mode_t, backlog: Int32 = 64
    ) throws(SystemError) -> FileDescriptor {
        let socket = try make(SOCK_STREAM)
        let address = try Self.address(path)
        // Between bind and chmod only the umask guards the socket, but nobody can connect before listen.
        try unsafe withAddress(address, "bind", path) { unsafe bind(socket.raw, $0, $1) }
        try retrying("change permissions of", path) { unsafe chmod(path, mode) }
        try retrying("listen at", path) { Glibc.listen(socket.raw, backlog) }
        return socket
    }

    /// Connects to the socket at `path`. Throws ENOENT when there is none, ECONNREFUSED when nobody
    /// listens, EACCES when this user may not, and EAGAIN when too many are waiting.
    package static func connect(to path: String) throws(SystemError) -> FileDescriptor {
        let socket = try make(SOCK_STREAM)
        let address = try Self.address(path)
        try unsafe withAddress(address, "connect to", path) {
            unsafe Glibc.connect(socket.raw, $0, $1)
        }
        return socket
    }

    /// The next connection that waits at `listener`; nil when none does.
    package static func accept(
        from listener: borrowing FileDescriptor
    ) throws(SystemError) -> FileDescriptor? {
        let raw = listener.raw
        do throws(SystemError) {
            return FileDescriptor(owning: try retrying("accept") { clinux_accept(raw) })
        } catch {
            // ECONNABORTED: the peer has gone before it was its turn.
            if error.errno == EAGAIN || error.errno == ECONNABORTED { return nil }
            throw error
        }
    }

    /// Two connected sockets that keep the bounds of messages and tell when the other end is closed.
    package static func messagePair() throws(SystemError) -> DescriptorPair {
        var ends: [Int32] = [-1, -1]
        let type = SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        try retrying("make a socket pair") { unsafe socketpair(AF_UNIX, Int32(type), 0, &ends) }
        return DescriptorPair(
            first: FileDescriptor(owning: ends[0]), second: FileDescriptor(owning: ends[1]))
    }

    private static func make(_ type: __socket_type) throws(SystemError) -> FileDescriptor {
        let flags = type.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let raw = try retrying("make a socket") { socket(AF_UNIX, Int32(flags), 0) }
        return FileDescriptor(owning: raw)
    }

    private static func address(_ path: String) throws(SystemError) -> sockaddr_un {
        try checkForNUL(path, "use socket")
        let bytes = Array(path.utf8)
        guard bytes.count <= longestPath else {
            throw SystemError("use socket", path, errno: ENAMETOOLONG)
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        return address
    }

    private static func withAddress(
        _ address: sockaddr_un, _ operation: String, _ path: String,
        _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(SystemError) {
        try retrying(operation, path) {
            unsafe withUnsafePointer(to: address) {
                unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
    }
}

extension FileDescriptor {
    /// Who is at the other end of this Unix socket.
    package borrowing func peerCredentials() throws(SystemError) -> PeerCredentials {
        let raw = raw
        var (pid, user, group): (pid_t, uid_t, gid_t) = (0, 0, 0)
        try retrying("identify the peer") {
            unsafe clinux_peer_credentials(raw, &pid, &user, &group)
        }
        return PeerCredentials(pid: pid, user: user, group: group)
    }
}
