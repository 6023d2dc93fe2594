import Certificates
import Glibc
import LinuxSystem
import NATSClient
import TestSupport
import Testing

/// Whom a connection believes, each tried against a real server.
struct TrustTests {
    private let fixture: ConnectionFixture

    init() throws { fixture = try ConnectionFixture() }

    private func failure(_ target: ConnectionTarget) -> ConnectFailure? {
        do {
            _ = try fixture.connect(to: target)
            return nil
        } catch { return error as? ConnectFailure }
    }

    private func isRejected(_ failure: ConnectFailure?, for words: String) -> Bool {
        if case .rejected(let reason) = failure { reason.contains(words) } else { false }
    }

    @Test func `the right authority is enough, by name and by address`() throws {
        let server = try SecureServer()
        for host in ["localhost", "127.0.0.1"] {
            let connection = try fixture.connect(to: try server.target(host: host))
            var received = 0
            try connection.subscribe("a") { _ in received += 1 }
            try connection.publish(NATSMessage("a", body: [1]))
            #expect(try fixture.eventually { received == 1 })
        }
    }

    @Test func `large messages pass through TLS in both directions`() throws {
        let server = try SecureServer()
        let connection = try fixture.connect(to: try server.target())
        var received: [Int] = []
        try connection.subscribe("a") { received.append($0.body.count) }
        let sizes = (0..<40).map { $0 * 20_000 }
        for size in sizes {
            try connection.publish(NATSMessage("a", body: [UInt8](repeating: 7, count: size)))
        }
        #expect(try fixture.eventually { received.count == sizes.count })
        #expect(received == sizes)
    }

    @Test func `a connection that reads and writes at once over TLS is kept`() throws {
        let server = try SecureServer()
        let connection = try fixture.connect(to: try server.target())
        var received = 0
        try connection.subscribe("a") { _ in received += 1 }
        let body = [UInt8](repeating: 7, count: 1000)
        // Each round is written while the one before is read.
        for round in 1...200 {
            for _ in 0..<50 { try connection.publish(NATSMessage("a", body: body)) }
            #expect(try fixture.eventually { received >= (round - 1) * 50 })
        }
        #expect(try fixture.eventually { received == 10_000 })
    }

    @Test func `another authority is refused, whatever the system trusts`() throws {
        let server = try SecureServer()
        let other = try SecureServer()
        let trust = ConnectionTarget.Trust.authorities(try other.issuer.certificate.pem)
        let failure = failure(try server.target(trust: trust))
        #expect(isRejected(failure, for: "does not lead to a trusted authority"), "\(failure)")
    }

    @Test func `the pinned key is enough, without any authority`() throws {
        let server = try SecureServer()
        let trust = ConnectionTarget.Trust.pin(try server.certificate.publicKeyPin)
        let connection = try fixture.connect(to: try server.target(trust: trust))
        var received = 0
        try connection.subscribe("a") { _ in received += 1 }
        try connection.publish(NATSMessage("a"))
        #expect(try fixture.eventually { received == 1 })
    }

    @Test func `another key than the pinned one is refused, also of the same authority`() throws {
        let server = try SecureServer()
        for certificate in [server.issuer.certificate, try SecureServer().certificate] {
            let trust = ConnectionTarget.Trust.pin(try certificate.publicKeyPin)
            let failure = failure(try server.target(trust: trust))
            let own = try server.certificate.publicKeyPin
            #expect(isRejected(failure, for: "SHA-256 of its key is \(own)"), "\(failure)")
        }
    }

    @Test func `a certificate for others is refused, by authority and by pin`() throws {
        let server = try SecureServer(names: ["ship.example.com"])
        let pin = ConnectionTarget.Trust.pin(try server.certificate.publicKeyPin)
        for trust in [nil, pin] {
            let failure = failure(try server.target(trust: trust))
            #expect(isRejected(failure, for: "not made out to localhost"), "\(failure)")
        }
    }

    @Test func `a certificate that is not valid yet is waited for, and says until when`() throws {
        let server = try SecureServer(start: 1800)
        let date = WallClock.text(server.certificate.validity.notBefore * 1_000_000_000)
        #expect(
            failure(try server.target())
                == .waiting("its certificate is valid only from \(date)"))
    }

    @Test func `a certificate that has expired is refused`() throws {
        let server = try SecureServer(start: -7300)
        let failure = failure(try server.target())
        #expect(isRejected(failure, for: "its certificate was valid until"), "\(failure)")
    }

    @Test func `a wrong password is refused as such`() throws {
        let server = try SecureServer()
        let failure = failure(try server.target(password: "guess"))
        #expect(isRejected(failure, for: "refuses the credentials"), "\(failure)")
    }

    @Test func `a server without TLS is refused and learns no password`() throws {
        let server = try NATSServer { _ in "trace: true\ndebug: true" }
        let pin = ConnectionTarget.Trust.pin(try SecureServer().certificate.publicKeyPin)
        let authority = ConnectionTarget.Trust.authorities(
            try SecureServer().issuer.certificate.pem)
        for trust in [pin, authority] {
            let target = ConnectionTarget(
                host: "localhost", port: server.port, trust: trust, user: "dev",
                password: "topsecret")
            let failure = failure(target)
            #expect(isRejected(failure, for: "does not offer TLS"), "\(failure)")
        }
        #expect(!server.log.contains("topsecret"))
        #expect(!server.log.contains("CONNECT {"))
    }

    @Test func `what is missing is waited for and named`() throws {
        let server = try SecureServer()
        var target = try server.target(host: "127.0.0.1")
        server.server.kill()
        #expect(
            failure(target)
                == .waiting("connection refused by 127.0.0.1:\(server.server.port)"))
        target.host = "nowhere.invalid"
        #expect(failure(target) == .waiting("nowhere.invalid does not resolve"))
    }

    @Test(arguments: [
        "handshake", "slow-handshake", "silent", "slow", "garbage", "plain-silent", "plain-slow",
    ])
    func `a server that ceases to be one in its greeting is waited for`(manner: String) throws {
        let server = try SecureServer()
        let folder = try TemporaryFolder()
        let output = folder("port")
        let greeting = try GuardedProcess(
            [
                "/usr/bin/python3", Repository.path("Tests/Fixtures/greeting.py"),
                server.server.folder("server.pem"), server.server.folder("server.key"), manner,
            ], environment: [:], output: output)
        var target = try server.target(host: "127.0.0.1")
        var text = ""
        _ = try eventually {
            text = String(decoding: try FileSystem.read(output, limit: 99), as: UTF8.self)
            return text.contains("\n")
        }
        target.port = try #require(UInt16(text.dropLast()), "\(text)")
        target.timeout = .seconds(1)
        if manner.hasPrefix("plain-") { target.trust = .plainText }
        let reason =
            manner.hasSuffix("handshake")
            ? ": cannot agree on TLS: no answer in time" : " broke off its greeting"
        #expect(failure(target) == .waiting("\(target.address)\(reason)"))
        withExtendedLifetime(greeting) {}
    }

    @Test func `a server that accepts and says nothing is waited for`() throws {
        let server = try SecureServer()
        var target = try server.target(host: "127.0.0.1")
        target.timeout = .milliseconds(200)
        server.server.signal(SIGSTOP)
        defer { server.server.signal(SIGCONT) }
        #expect(
            failure(target)
                == .waiting("no answer from 127.0.0.1:\(server.server.port)"))
    }
}
