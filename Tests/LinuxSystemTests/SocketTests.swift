import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite struct SocketTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a peer is who the kernel says it is`() throws {
        let listener = try UnixSocket.listen(at: folder("socket"), mode: 0o600)
        #expect(try FileStatus(of: folder("socket")).permissions == 0o600)
        let nobody = try UnixSocket.accept(from: listener) == nil
        #expect(nobody)
        let client = try UnixSocket.connect(to: folder("socket"))
        guard let server = try UnixSocket.accept(from: listener) else {
            Issue.record("nobody connected")
            return
        }
        let expected = PeerCredentials(pid: getpid(), user: geteuid(), group: getegid())
        #expect(try server.peerCredentials() == expected)
        #expect(try client.send(Array("hi".utf8)[...]) == 2)
        #expect(try server.read(upTo: 10) == .bytes(Array("hi".utf8)))
    }

    @Test func `sending to a peer that has gone is an error and no signal`() throws {
        let pair = try UnixSocket.messagePair()
        shutdown(pair.second.raw, Int32(SHUT_RD))
        let error = #expect(throws: SystemError.self) { try pair.first.send([1]) }
        #expect(error?.errno == EPIPE)
    }

    @Test func `a path too long for a socket is refused, not cut`() {
        let path = folder(String(repeating: "x", count: UnixSocket.longestPath))
        let error = #expect(throws: SystemError.self) {
            _ = try UnixSocket.listen(at: path, mode: 0o600)
        }
        #expect(error?.errno == ENAMETOOLONG)
    }

    @Test func `waiting ends when something is ready or the deadline passes`() throws {
        let pipe = try FileDescriptor.pipe()
        let interest = Poller.Interest(pipe.first.raw)
        let deadline = MonotonicClock.now + .milliseconds(20)
        #expect(try Poller.wait(for: [interest], until: deadline) == [])
        #expect(MonotonicClock.now >= deadline)
        try pipe.second.writeAll([1])
        #expect(try Poller.wait(for: [interest]) == [0])
    }
}
