import Glibc
import LinuxSystem
import NATSClient
import SystemdSupport
import TestSupport
import Testing

struct NATSConnectionTests {
    private let fixture: ConnectionFixture
    private let server: NATSServer

    init() throws {
        fixture = try ConnectionFixture()
        server = try NATSServer { "jetstream { store_dir: \"\($0("store"))\" }" }
    }

    private var target: ConnectionTarget {
        ConnectionTarget(
            host: "127.0.0.1", port: server.port, trust: .plainText, user: "", password: "")
    }

    @Test func `a message comes through with its headers and its bytes`() throws {
        let connection = try fixture.connect(to: target)
        var received: [NATSMessage] = []
        try connection.subscribe("push.>") { received.append($0) }
        let sent = NATSMessage(
            "push.a.b", reply: "x.y", headers: [.init("Nats-Msg-Id", "é 1"), .init("B", "2")],
            body: Array(0...255))
        try connection.publish(sent)
        #expect(try fixture.eventually { !received.isEmpty })
        let message = try #require(received.first)
        #expect(message.body == sent.body)
        #expect(message.reply == "x.y")
        #expect(Set(message.headers) == Set(sent.headers))
    }

    @Test func `many messages arrive in order, also large ones`() throws {
        let connection = try fixture.connect(to: target)
        var received: [Int] = []
        try connection.subscribe("a") { received.append($0.body.count) }
        for count in 0..<200 {
            let body = [UInt8](repeating: 1, count: count * 100)
            try connection.publish(NATSMessage("a", body: body))
        }
        #expect(try fixture.eventually { received.count == 200 })
        #expect(received == (0..<200).map { $0 * 100 })
    }

    @Test func `a request is answered, or it says that nobody listens, or that time is up`() throws
    {
        let connection = try fixture.connect(to: target)
        try connection.subscribe("deaf") { _ in }
        let info = try fixture.ask(connection, NATSMessage("$JS.API.INFO"))
        #expect(info.text.contains("account_info_response"))
        #expect(throws: NATSError.noResponders("nobody")) {
            try fixture.ask(connection, NATSMessage("nobody"))
        }
        #expect(throws: NATSError.timedOut("deaf")) {
            try fixture.ask(connection, NATSMessage("deaf"), patience: .milliseconds(20))
        }
    }

    @Test func `the end of the server is told once, and ends what waits`() throws {
        let connection = try fixture.connect(to: target)
        try connection.subscribe("deaf") { _ in }
        var ends = 0
        var result: Result<NATSMessage, NATSError>?
        connection.onEnd = { _ in ends += 1 }
        connection.request(NATSMessage("deaf")) { result = $0 }
        server.kill()
        #expect(try fixture.eventually { ends > 0 })
        #expect(result == .failure(.ended("deaf")))
        try fixture.loop.runOnce(patience: .milliseconds(50))
        #expect(ends == 1)
        #expect(throws: NATSError.self) { try connection.publish(NATSMessage("a")) }
    }

    @Test func `a header without a value is refused`() throws {
        let connection = try fixture.connect(to: target)
        #expect(throws: NATSError.self) {
            try connection.publish(NATSMessage("a", headers: [.init("B", "")]))
        }
    }

    @Test func `a handler may close its connection, and nothing comes after that`() throws {
        let connection = try fixture.connect(to: target)
        var (count, ends) = (0, 0)
        connection.onEnd = { _ in ends += 1 }
        try connection.subscribe("a") { [unowned connection] _ in
            count += 1
            connection.close()
        }
        for _ in 0..<3 { try connection.publish(NATSMessage("a")) }
        #expect(try fixture.eventually { count > 0 })
        try fixture.loop.runOnce(patience: .milliseconds(50))
        #expect(count == 1)
        #expect(ends == 0)
    }

    @Test func `a silent server is noticed after two pings`() throws {
        var target = target
        target.pingInterval = .milliseconds(100)
        let connection = try fixture.connect(to: target)
        var end: String?
        connection.onEnd = { end = $0 }
        server.signal(SIGSTOP)
        defer { server.signal(SIGCONT) }
        #expect(try fixture.eventually { end != nil })
    }
}
