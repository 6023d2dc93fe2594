import CommandLineKit
import LinuxSystem
import NATSClient
import StrictJSON
import SystemdSupport
import TestSupport
import Testing

@testable import SimplePush

/// `send`, against a real server: what ends up in which mailbox, and what the sender is told.
struct SendTests {
    private let server: MailServer

    init() throws {
        server = try MailServer()
        try server.enroll("dev1", "dev2")
    }

    /// What waits in a mailbox, oldest first.
    private func waiting(_ device: String) throws -> [NATSMessage] {
        let session = try server.provider()
        let mailbox = Mailbox(device: try DeviceName(device))
        var (messages, next): ([NATSMessage], Int) = ([], 1)
        while let answer = try session.call(
            "STREAM.MSG.GET.\(mailbox.stream)",
            [
                "seq": .number(JSONNumber(next)),
                "next_by_subj": .string(mailbox.subjects),
            ], unless: JetStreamError.noMessage), let stored = StoredMessage(answer)
        {
            messages.append(stored.message)
            next = stored.sequence + 1
        }
        return messages
    }

    private func texts(_ device: String) throws -> [String] {
        try waiting(device).map { message in
            let alert = try JSONValue(parsing: message.body)["aps"]?["alert"]?["body"]
            return if case .string(let text)? = alert { text } else { message.text }
        }
    }

    @Test func `a payload that is no JSON is a bad value, told with its place`() throws {
        let path = server.folder("payload.json")
        let bytes = Array("{\"aps\":".utf8)
        try FileReplacement.replace(path, with: bytes)
        let outcome = server.run("send", "--to", "dev1", "--payload", path)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("bad payload: \(path):1:8: "), "\(outcome.errors)")
        #expect(try waiting("dev1").isEmpty)
    }

    @Test func `a text waits with all that its headers say, and the sender is told the id`() throws
    {
        let before = WallClock.now / 1_000_000
        let outcome = server.run(
            "send", "--to", "dev1", "--text", "Lunch é", "--title", "Ship", "--expire", "1h",
            "--priority", "5", "--id", "m 1")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output == "id m 1\ndev1: stored\n")
        let message = try #require(try waiting("dev1").first)
        #expect(message.subject == "push.dev1.app.=6d2031")
        #expect(message.header("Nats-Msg-Id") == "m 1")
        #expect(message.header("Push-Kind") == "notification")
        let sent = try #require(Int64(message.header("Push-Sent") ?? ""))
        #expect((before...before + 60_000).contains(sent))
        #expect(message.header("Push-Expires") == String(sent + 3_600_000))
        #expect(message.header("Push-Priority") == "5")
        #expect(message.text == #"{"aps":{"alert":{"body":"Lunch é","title":"Ship"}}}"#)
        #expect(try waiting("dev2").isEmpty)
    }

    /// For a moment nobody answers then, as if there were no mailbox, and no JetStream.
    @Test func `a server that reads its configuration anew makes no device unknown`() throws {
        let reload = "Reloaded server configuration"
        let newcomer = try DeviceName("newcomer")
        for round in 1...40 {
            let before = server.log.split(separator: reload).count
            try server.serverFolder.change {
                var list = try server.serverFolder.devices()
                list[newcomer] = DeviceRecord(name: newcomer, password: "password-\(round)")
                try server.serverFolder.write(list)
            }
            repeat {
                let sent = server.run("send", "--to", "dev1", "--text", "hi", "--json")
                try #require(sent.status == 0, "\(sent.output)\(sent.errors)")
                let removed = server.run("enroll", "nobody", "--revoke")
                try #require(removed.status == 4, "\(removed.errors)")
            } while server.log.split(separator: reload).count == before
        }
    }

    @Test
    func `results are told for each recipient, and one that is unknown keeps nobody from theirs`()
        throws
    {
        let outcome = server.run(
            "send", "--to", "dev1", "--to", "nobody", "--to", "dev2", "--text", "hi", "--json")
        #expect(outcome.status == 4)
        guard case .array(let recipients)? = outcome.json["recipients"] else {
            Issue.record("\(outcome.output)")
            return
        }
        #expect(recipients.map { $0["status"] } == ["stored", "unknown", "stored"])
        #expect(recipients.map { $0["device"] } == ["dev1", "nobody", "dev2"])
        #expect(try texts("dev2") == ["hi"])
    }

    @Test func `all means everybody who is enrolled`() throws {
        let outcome = server.run("send", "--all", "--text", "hi")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("dev1: stored\ndev2: stored\n"))
    }

    @Test(arguments: [[], ["--withdraw", "hi"]])
    func `who is enrolled and has lost the mailbox is left out of nothing in silence`(
        _ words: [String]
    ) throws {
        _ = try server.provider().call("STREAM.DELETE.MBX_dev1")
        let content = words.isEmpty ? ["--text", "hi"] : words
        for recipients in [["--all"], ["--to", "dev1", "--to", "dev2"]] {
            let outcome = server.run(["send"] + recipients + content)
            #expect(outcome.status == 1, "\(outcome.output)")
            #expect(outcome.output.contains("dev1: failed: it is enrolled, but the server runs"))
            #expect(outcome.output.contains("dev2: stored"))
        }
        #expect(server.run("enroll", "dev1", "--revoke").status == 0)
        #expect(server.run(["send", "--to", "dev1"] + content).status == 4)
        #expect(server.run(["send", "--all"] + content).status == 0)
    }

    @Test func `one collapse id keeps one, the newest, at the end of the queue`() throws {
        for (text, collapse) in [("1", "a"), ("2", nil), ("3", "a"), ("4", "b")] {
            let options = collapse.map { ["--collapse-id", $0] } ?? []
            let outcome = server.run(["send", "--to", "dev1", "--text", text] + options)
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        #expect(try texts("dev1") == ["2", "3", "4"])
    }

    @Test func `the same id is stored once, and the sender is told`() throws {
        let words = ["send", "--to", "dev1", "--text", "hi", "--id", "x"]
        #expect(server.run(words).status == 0)
        let again = server.run(words)
        #expect(again.status == 0)
        #expect(again.output.contains("dev1: stored before"))
        #expect(try texts("dev1") == ["hi"])
    }

    @Test func `a withdrawn message is gone, and word of it waits instead`() throws {
        #expect(server.run("send", "--to", "dev1", "--text", "a", "--id", "x").status == 0)
        #expect(server.run("send", "--to", "dev1", "--text", "b", "--id", "y").status == 0)
        #expect(server.run("send", "--to", "dev1", "--withdraw", "x").status == 0)
        let messages = try waiting("dev1")
        #expect(messages.map { $0.header("Push-Kind") } == ["notification", "withdraw"])
        #expect(messages.first?.header("Nats-Msg-Id") == "y")
        #expect(messages.last?.header("Push-Collapse-Id") == "x")
    }

    @Test func `withdrawing does not take a newer message of the same collapse id`() throws {
        for id in ["x", "y"] {
            _ = server.run(
                "send", "--to", "dev1", "--text", id, "--id", id, "--collapse-id", "c")
        }
        _ = server.run("send", "--to", "dev1", "--withdraw", "x", "--collapse-id", "c")
        #expect(try texts("dev1").first == "y")
        let outcome = server.run("send", "--to", "nobody", "--withdraw", "x")
        #expect(outcome.status == 4)
    }

    @Test func `a full mailbox loses its oldest, and a notice counts them`() throws {
        try server.enroll("dev1", options: ["--max-messages", "3"])
        for text in ["1", "2", "3"] { _ = server.run("send", "--to", "dev1", "--text", text) }
        let outcome = server.run("send", "--to", "dev1", "--text", "4")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("dev1: stored; the mailbox was full, 2 older dropped"))
        #expect(try texts("dev1") == ["3", #"{"aps":{},"dropped":2}"#, "4"])
        let next = server.run("send", "--to", "dev1", "--text", "5", "--json")
        #expect(next.json["recipients"]?.first?["dropped"] == 1)
        #expect(try texts("dev1") == ["4", #"{"aps":{},"dropped":3}"#, "5"])
    }

    @Test func `a full mailbox still takes what replaces a message in it`() throws {
        try server.enroll("dev1", options: ["--max-messages", "2"])
        for text in ["1", "2", "3"] {
            let outcome = server.run(
                "send", "--to", "dev1", "--text", text, "--collapse-id", text == "2" ? "b" : "a")
            #expect(outcome.status == 0)
            #expect(!outcome.output.contains("dropped"))
        }
        #expect(try texts("dev1") == ["2", "3"])
    }

    @Test func `what has expired goes before anything unread`() throws {
        try server.enroll("dev1", options: ["--max-messages", "3"])
        for (text, expiry) in [("1", "1h"), ("2", "0"), ("3", "0")] {
            _ = server.run("send", "--to", "dev1", "--text", text, "--expire", expiry)
        }
        let outcome = server.run("send", "--to", "dev1", "--text", "4")
        #expect(outcome.output.contains("dev1: stored\n"))
        #expect(try texts("dev1") == ["1", "4"])
    }

    @Test func `a call carries its ring time, and its end its id`() throws {
        _ = server.run(
            "send", "--to", "dev1", "--call", "Bridge", "--ring", "45s", "--id", "c1")
        _ = server.run("send", "--to", "dev1", "--end-call", "c1", "--answered-elsewhere")
        let messages = try waiting("dev1")
        #expect(messages.map { $0.header("Push-Kind") } == ["call-end"], "the end replaces it")
        #expect(messages.last?.header("Push-Collapse-Id") == "c1")
        #expect(messages.last?.text == #"{"event":"answeredElsewhere"}"#)
        _ = server.run("send", "--to", "dev2", "--call", "Bridge", "--id", "c1")
        let call = try #require(try waiting("dev2").first)
        #expect(call.header("Push-Ring-Seconds") == "30")
        #expect(call.text == #"{"senderName":"Bridge"}"#)
    }

    @Test func `a payload passes through as it is, and text goes into its alert`() throws {
        let payload = #"{"aps":{"alert":"old","badge":3},"number":1.50,"z":null}"#
        let file = try server.folder.write("payload.json", payload)
        #expect(server.run("send", "--to", "dev1", "--payload", file).status == 0)
        #expect(try waiting("dev1").last?.text == payload)
        _ = server.run("send", "--to", "dev1", "--payload", file, "--title", "T")
        #expect(
            try waiting("dev1").last?.text
                == #"{"aps":{"alert":{"body":"old","title":"T"},"badge":3},"number":1.50,"z":null}"#
        )
    }

    @Test func `a payload that is too large or no object is bad`() throws {
        let large = try server.folder.write(
            "large.json", #"{"x":"\#(String(repeating: "x", count: 4100))"}"#)
        #expect(server.run("send", "--to", "dev1", "--payload", large).status == 2)
        let array = try server.folder.write("array.json", "[]")
        #expect(server.run("send", "--to", "dev1", "--payload", array).status == 2)
        let broken = try server.folder.write("broken.json", "{\"a\":1,\"a\":2}")
        #expect(server.run("send", "--to", "dev1", "--payload", broken).errors.contains("broken"))
        #expect(try waiting("dev1").isEmpty)
    }
}

/// What `send` refuses before it looks for a server.
struct SendUsageTests {
    @Test(arguments: [
        [], ["--to", "a"], ["--text", "x"], ["--to", "a", "--all", "--text", "x"],
        ["--to", "a", "--text", "x", "--call", "y"], ["--to", "a", "--ring", "3", "--text", "x"],
        ["--to", "a", "--text", "x", "--collapse-id", String(repeating: "x", count: 65)],
        ["--to", "a", "--text", "x", "--id", "a\nb"], ["--to", "a.b", "--text", "x"],
        ["--to", "a", "--text", "x", "--priority", "11"],
        ["--to", "a", "--text", "x", "--expire", "-1"],
    ])
    func `what makes no message is bad usage`(words: [String]) {
        #expect(CommandOutcome.of(["send"] + words).status == 2)
    }
}

extension JSONValue {
    /// The first element of an array.
    fileprivate var first: JSONValue? {
        if case .array(let elements) = self { elements.first } else { nil }
    }
}
