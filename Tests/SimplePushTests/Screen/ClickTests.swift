import DesktopTestSupport
import LinuxSystem
import StrictJSON
import SystemdSupport
import TestSupport
import Testing

@testable import SimplePush

/// The agent as a program, its notifications, and the app that the bus starts when one is clicked.
struct ClickTests {
    private let server: MailServer
    private let stage: AppStage

    init() throws {
        server = try MailServer()
        try server.enroll("dev1", options: ["--ssid", "Ship", "--host", "localhost"])
        stage = try AppStage()
    }

    private func screen() throws -> FakeServer {
        try FakeServer(
            at: stage.session.bus.address, loop: stage.loop, capabilities: ["actions", "body"])
    }

    private func agent(tracedTo trace: String? = nil) throws -> ProviderProcess {
        try ProviderProcess(
            server, "dev1",
            environment: [
                "PATH": "/usr/bin:/bin", "HOME": server.folder.path,
                "DBUS_SESSION_BUS_ADDRESS": stage.session.bus.address,
            ], tracedTo: trace)
    }

    /// Sends to the device, before its agent runs: a slow sender holds up this thread, and with it the
    /// screen's answers.
    private func send(_ options: String...) {
        let outcome = server.run(["send", "--to", "dev1"] + options)
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    /// What the agent has written down.
    private var ledger: String {
        let path = server.folder("state/localpush/simplepush/dev1/ledger")
        return String(
            decoding: (try? FileSystem.read(path, limit: 1 << 24)) ?? [], as: UTF8.self)
    }

    private func untilRemembered(_ id: String, _ screen: FakeServer) throws {
        try stage.until("\(id) is shown and remembered") {
            ledger.contains(#""id":"\#(id)""#) && !screen.notified.isEmpty
        }
    }

    @Test func `a server that takes too long to answer is asked again, for the same place`() throws
    {
        let screen = try screen()
        screen.isSilent = true
        send("--text", "Lunch", "--id", "m1")
        let agent = try agent()
        try stage.until("it is kept") { ledger.contains(#""id":"m1""#) }
        #expect(!ledger.contains(#""shown":{"#) && screen.notified.count == 1)
        screen.isSilent = false
        try stage.until("it is shown and remembered") { ledger.contains(#""shown":{"#) }
        #expect(screen.notified.count == 2)
        #expect(screen.hint("x-dunst-stack-tag") == .string("m1"))
        withExtendedLifetime(agent) {}
    }

    @Test func `a click reaches the app, which says what was clicked, and dismisses`() throws {
        let screen = try screen()
        send("--title", "Galley", "--text", "Lunch", "--id", "m1", "--collapse-id", "food")
        let agent = try agent()
        try untilRemembered("m1", screen)
        screen.tell("ActionInvoked", .uint32(1), .string("default"))
        try stage.until("the app is told") { stage.said("message").count == 1 }
        #expect(
            stage.said("message") == [
                [
                    "action": "notification", "collapseId": "food", "id": "m1",
                    "payload": ["aps": ["alert": ["body": "Lunch", "title": "Galley"]]],
                ]
            ])
        try stage.until("it is dismissed") { screen.closed == [1] }
        withExtendedLifetime(agent) {}
    }

    @Test func `what an agent has shown that is gone is clicked all the same`() throws {
        let screen = try screen()
        send("--text", "Lunch", "--id", "m1")
        var agent: ProviderProcess? = try agent()
        try untilRemembered("m1", screen)
        agent = nil
        agent = try self.agent()
        send("--text", "Supper", "--id", "m2")
        try stage.until("the next agent is there") { screen.notified.count == 2 }
        screen.tell("ActionInvoked", .uint32(1), .string("default"))
        // What is another program's is none of ours.
        screen.tell("ActionInvoked", .uint32(99), .string("default"))
        try stage.until("the app is told") { !stage.said("message").isEmpty }
        #expect(stage.said("message").map { $0["id"] } == ["m1"])
        try stage.until("it is dismissed") { !screen.closed.isEmpty }
        #expect(screen.closed == [1])
        withExtendedLifetime(agent) {}
    }

    @Test func `what is for the app alone reaches it once, without a notification`() throws {
        let screen = try screen()
        let payload = try server.folder.write(
            "silent.json", #"{"aps":{"content-available":1},"n":1.50}"#)
        send("--payload", payload, "--id", "m1")
        let agent = try agent()
        try stage.until("the app is told") { !stage.said("message").isEmpty }
        try stage.until("it is done with") { try server.state(of: "dev1")["messages"] == 0 }
        let message = stage.said("message")
        #expect(message.count == 1 && message[0]["action"] == "remote-notification")
        #expect(
            message[0]["payload"] == ["aps": ["content-available": 1], "n": .number(try number())])
        #expect(screen.notified.isEmpty)
        withExtendedLifetime(agent) {}
    }

    private func number() throws -> JSONNumber { try #require(JSONNumber(text: "1.50")) }

    @Test func `an app that crashes is told again what is for it alone`() throws {
        try stage.failStarts(2)
        let payload = try server.folder.write(
            "silent.json", #"{"aps":{"content-available":1}}"#)
        send("--payload", payload, "--id", "m1")
        let agent = try agent()
        try stage.until("the app is told") { stage.said("message").count == 1 }
        #expect(stage.pids.count == 3)
        withExtendedLifetime(agent) {}
    }

    @Test func `what the app has not taken yet does not end with the agent, nor hold up a text`()
        throws
    {
        let screen = try screen()
        try stage.failStarts(1_000)
        let silent = try server.folder.write("silent.json", #"{"aps":{"content-available":1}}"#)
        let both = try server.folder.write(
            "both.json", #"{"aps":{"alert":"Land in sight","content-available":1}}"#)
        send("--payload", silent, "--id", "m1")
        send("--payload", both, "--id", "m2")
        send("--text", "Lunch", "--id", "m3")
        var agent: ProviderProcess? = try agent()
        try untilRemembered("m3", screen)
        #expect(screen.notified.count == 2 && stage.said("message").isEmpty)
        agent = nil
        try stage.failStarts(0)
        agent = try self.agent()
        try stage.until("the app is told") { stage.said("message").count == 2 }
        #expect(stage.said("message").map { $0["id"] } == ["m1", "m2"])
        #expect(screen.notified.count == 2)
        withExtendedLifetime(agent) {}
    }

    @Test func `that a notification is gone costs no wait for the disk`() throws {
        let screen = try screen()
        let trace = server.folder("trace")
        for number in 1...5 { send("--text", "\(number)", "--id", "m\(number)") }
        let agent = try agent(tracedTo: trace)
        try stage.until("all are remembered") { ledger.contains(#""id":"m5""#) }
        func waits() throws -> Int {
            try FileSystem.read(trace, limit: 1 << 22).split(separator: UInt8(ascii: "\n"))
                .count { String(decoding: $0, as: UTF8.self).contains("sync(") }
        }
        let before = try waits()
        #expect(before >= 5)
        for id in 1...5 { screen.tell("NotificationClosed", .uint32(UInt32(id)), .uint32(2)) }
        try stage.until("all are known to be gone") {
            ledger.split(separator: "\n").count { $0.hasPrefix(#"{"closed""#) } == 5
        }
        #expect(try waits() == before)
        withExtendedLifetime(agent) {}
    }
}
