import LinuxSystem
import NATSClient
import StrictJSON
import TestSupport
import Testing

@testable import SimplePush

/// What a device's credentials are good for, tried operation by operation against the running server:
/// two accounts and TLS together.
struct PermissionTests {
    private let server: MailServer
    private let device: ServerSession

    init() throws {
        server = try MailServer()
        try server.enroll("dev1", "dev2")
        device = try ServerSession(try server.target("dev1"))
        let provider = try server.provider()
        for name in ["dev1", "dev2"] {
            _ = try provider.publish(.init("push.\(name).a.b", body: Array("mail".utf8)))
            _ = try provider.publish(.init("claim.\(name)", body: Array("claim".utf8)))
        }
    }

    /// All that the server keeps, but for the time of day and what delivery itself changes.
    private func everything() throws -> [JSONValue] {
        let provider = try server.provider()
        let names = try provider.call("STREAM.NAMES")["streams"] ?? .null
        var result = [names]
        for stream in ["MBX_dev1", "MBX_dev2", "CLAIMS"] {
            let info = try provider.call("STREAM.INFO.\(stream)")
            result.append(["config": info["config"] ?? .null, "state": info["state"] ?? .null])
        }
        let consumer = try provider.call("CONSUMER.INFO.MBX_dev2.agent")
        for key in ["config", "delivered", "ack_floor", "num_pending", "num_ack_pending"] {
            result.append(consumer[key] ?? .null)
        }
        return result
    }

    /// The device's connection has done all it was told to: its own word came back.
    private func settle() throws {
        var echoes = 0
        try device.connection.subscribe("live.dev1") { _ in echoes += 1 }
        try device.connection.publish(.init("live.dev1"))
        try device.run { echoes > 0 || device.hasEnded }
    }

    private static let forbiddenSubscriptions = [
        "deliver.dev2", "deliver.*", "deliver.>", "live.dev2", "live.*", "_INBOX_dev2.>",
        "_INBOX_dev2.*.*", "_INBOX.>", "*.dev2", ">", "*", "*.*", "*.>", "push.>", "push.dev2.>",
        "push.dev1.>", "claim.dev2", "claim.*", "claim.dev1", "$JS.>", "$JS.API.>", "$JS.ACK.>",
        "$JS.EVENT.>", "$SYS.>", "_R_.>", "_GR_.>",
    ]

    @Test func `a device hears nothing of another's, nor of the server's`() throws {
        var refusals = 0
        device.connection.onRefusal = { _ in refusals += 1 }
        var heard: [String] = []
        for subject in Self.forbiddenSubscriptions {
            try device.connection.subscribe(subject) { heard.append("\(subject): \($0.subject)") }
        }
        try device.connection.subscribe("deliver.dev1") { _ in }
        let other = try ServerSession(try server.target("dev2"))
        var delivered = 0
        try other.connection.subscribe("deliver.dev2") { _ in delivered += 1 }
        try other.connection.publish(.init("live.dev2", body: Array("secret".utf8)))
        try other.run { delivered > 0 }
        try settle()
        try device.run { refusals >= Self.forbiddenSubscriptions.count }
        #expect(heard == [])
        // libnats keeps the words of the last refusal only; the server has all of them.
        let log = server.log
        for subject in Self.forbiddenSubscriptions {
            #expect(log.contains("Subject \"\(subject)\""), "\(subject) was not refused")
        }
    }

    private static let forbiddenPublications: [(subject: String, body: String)] = [
        ("push.dev2.a.b", "junk"), ("push.dev2.a.c", "junk"), ("push.dev1.a.c", "junk"),
        ("deliver.dev2", "junk"), ("deliver.dev1", "junk"), ("live.dev2", "junk"),
        ("claim.dev2", "me"), ("_INBOX_dev2.a", "junk"), ("_INBOX.a", "junk"),
        ("$JS.ACK.MBX_dev2.agent.1.1.1.1.0", "+ACK"),
        ("$JS.ACK.MBX_dev2.agent.1.1.1.1.0", "+TERM"),
        ("$JS.ACK.MBX_dev2.agent.1.1.1.1.0", "-NAK"),
        ("$JS.ACK.MBX_dev2.agent.1.1.1.1.0", "+NXT"),
        ("$JS.ACK.CLAIMS.agent.1.1.1.1.0", "+ACK"),
        ("$JS.API.INFO", ""), ("$JS.API.STREAM.NAMES", ""), ("$JS.API.STREAM.LIST", ""),
        ("$JS.API.STREAM.INFO.MBX_dev2", ""), ("$JS.API.STREAM.INFO.MBX_dev1", ""),
        ("$JS.API.STREAM.CREATE.JUNK", #"{"name":"JUNK","subjects":["junk"]}"#),
        ("$JS.API.STREAM.UPDATE.MBX_dev2", #"{"name":"MBX_dev2","subjects":["x"]}"#),
        ("$JS.API.STREAM.DELETE.MBX_dev2", ""), ("$JS.API.STREAM.PURGE.MBX_dev2", ""),
        ("$JS.API.STREAM.PURGE.MBX_dev1", ""),
        ("$JS.API.STREAM.MSG.GET.MBX_dev2", #"{"seq":1}"#),
        ("$JS.API.STREAM.MSG.GET.CLAIMS", #"{"seq":1}"#),
        ("$JS.API.STREAM.MSG.DELETE.MBX_dev2", #"{"seq":1}"#),
        ("$JS.API.STREAM.MSG.DELETE.CLAIMS", #"{"seq":1}"#),
        ("$JS.API.STREAM.SNAPSHOT.MBX_dev2", #"{"deliver_subject":"_INBOX_dev1.s"}"#),
        ("$JS.API.STREAM.RESTORE.MBX_dev2", "{}"),
        ("$JS.API.CONSUMER.NAMES.MBX_dev2", ""), ("$JS.API.CONSUMER.LIST.MBX_dev2", ""),
        ("$JS.API.CONSUMER.INFO.MBX_dev2.agent", ""), ("$JS.API.CONSUMER.INFO.MBX_dev1.agent", ""),
        ("$JS.API.CONSUMER.DELETE.MBX_dev2.agent", ""),
        ("$JS.API.CONSUMER.MSG.NEXT.MBX_dev2.agent", "1"),
        (
            "$JS.API.CONSUMER.CREATE.MBX_dev2",
            #"{"stream_name":"MBX_dev2","config":{"deliver_subject":"_INBOX_dev1.c"}}"#
        ),
        (
            "$JS.API.CONSUMER.DURABLE.CREATE.MBX_dev2.x",
            #"{"stream_name":"MBX_dev2","config":{"durable_name":"x"}}"#
        ),
        ("$JS.API.DIRECT.GET.CLAIMS.claim.dev2", ""),
        ("$JS.API.DIRECT.GET.CLAIMS", #"{"last_by_subj":"claim.dev2"}"#),
        ("$JS.API.DIRECT.GET.MBX_dev2", #"{"seq":1}"#),
        ("$JS.API.SERVER.REMOVE", "{}"), ("$JS.API.ACCOUNT.PURGE.BOX", ""),
        ("$SYS.REQ.SERVER.PING", ""), ("$SYS.REQ.ACCOUNT.BOX.CONNZ", ""),
    ]

    @Test func `a device changes nothing and is answered nothing outside its own`() throws {
        let before = try everything()
        var answers: [String] = []
        var refusals = 0
        device.connection.onRefusal = { _ in refusals += 1 }
        try device.connection.subscribe("_INBOX_dev1.>") { answers.append($0.subject) }
        for (index, operation) in Self.forbiddenPublications.enumerated() {
            let body = Array(operation.body.utf8)
            // Also with replies that would make another's mailbox take the answer.
            for reply in ["_INBOX_dev1.r\(index)", "push.dev2.a.junk", "deliver.dev2"] {
                try device.connection.publish(
                    .init(operation.subject, reply: reply, body: body))
            }
        }
        try settle()
        try device.run { refusals >= Self.forbiddenPublications.count * 3 }
        #expect(answers == [])
        #expect(try everything() == before)
        // Each was refused for want of permission, and for nothing else.
        let violations = server.log.split(separator: "\n").filter {
            $0.contains(#"Publish Violation - User "dev1""#)
        }
        for subject in Set(Self.forbiddenPublications.map(\.subject)) {
            let tried = 3 * Self.forbiddenPublications.count { $0.subject == subject }
            let refused = violations.count { $0.contains("Subject \"\(subject)\"") }
            #expect(refused == tried, "\(subject)")
        }
    }

    @Test func `what is forbidden to a device is there, and is done for the provider`() throws {
        let provider = try server.provider()
        // What reads, then what changes, then what takes away.
        for operation in [
            ("INFO", ""), ("STREAM.NAMES", ""), ("STREAM.LIST", ""), ("STREAM.INFO.MBX_dev2", ""),
            ("STREAM.MSG.GET.MBX_dev2", #"{"seq":1}"#), ("STREAM.MSG.GET.CLAIMS", #"{"seq":1}"#),
            ("CONSUMER.NAMES.MBX_dev2", ""), ("CONSUMER.LIST.MBX_dev2", ""),
            ("CONSUMER.INFO.MBX_dev2.agent", ""),
            ("STREAM.CREATE.JUNK", #"{"name":"JUNK","subjects":["junk"]}"#),
            ("STREAM.MSG.DELETE.MBX_dev2", #"{"seq":1}"#), ("STREAM.PURGE.MBX_dev2", ""),
            ("CONSUMER.DELETE.MBX_dev2.agent", ""), ("STREAM.DELETE.MBX_dev2", ""),
        ] {
            let body = operation.1.isEmpty ? nil : try JSONValue(parsing: Array(operation.1.utf8))
            #expect(throws: Never.self, "\(operation.0)") {
                if case .object(let body)? = body {
                    _ = try provider.call(operation.0, body)
                } else {
                    _ = try provider.call(operation.0)
                }
            }
        }
        // And a device does hear what it may.
        let other = try ServerSession(try server.target("dev2"))
        var heard: [String] = []
        try other.connection.subscribe("live.dev2") { heard.append($0.text) }
        try other.connection.publish(.init("live.dev2", body: Array("me".utf8)))
        try other.run { !heard.isEmpty }
        #expect(heard == ["me"])
    }

    /// The subjects that a device may publish to, with a reply that is not its own.
    @Test func `what a device may do does not put anything into another's mailbox`() throws {
        let before = try everything()
        for reply in ["push.dev2.a.junk", "push.dev2.a.b", "deliver.dev2", "claim.dev2"] {
            for subject in [
                "$JS.ACK.MBX_dev1.agent.1.99.99.1.0", "claim.dev1", "live.dev1",
                "$JS.API.DIRECT.GET.CLAIMS.claim.dev1",
            ] {
                try device.connection.publish(
                    .init(subject, reply: reply, body: Array("+NXT".utf8)))
            }
        }
        try settle()
        let after = try everything()
        #expect(after[2] == before[2], "the other's mailbox")
        #expect(Array(after[4...]) == Array(before[4...]), "the other's consumer")
        let claim = try server.provider().call(
            "STREAM.MSG.GET.CLAIMS", ["last_by_subj": "claim.dev2"])
        #expect(claim["message"]?["data"] == .string("Y2xhaW0="))
    }

    @Test func `a device can do what its agent needs`() throws {
        let mailbox = Mailbox(device: try DeviceName("dev1"))
        var delivered: [NATSMessage] = []
        try device.connection.subscribe(mailbox.delivery) { delivered.append($0) }
        try device.run { !delivered.isEmpty }
        let subject = try #require(AcknowledgementSubject(delivered[0].reply, of: mailbox))
        #expect(subject.sequence == 1)
        try device.connection.publish(.init(subject.text, body: Array("+ACK".utf8)))
        let isEmpty = try eventually { try server.state(of: "dev1")["messages"] == 0 }
        #expect(isEmpty)
        let claim = IdentityClaim(mailbox: mailbox, connection: device.connection)
        var isClaimed = false
        claim.claim(for: "me") { isClaimed = (try? $0.get()) != nil }
        try device.run { isClaimed }
        var found: IdentityClaim.Found?
        claim.read { found = try? $0.get() }
        try device.run { found != nil }
        #expect(found == .agent("me"))
    }
}
