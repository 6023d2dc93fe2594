import LinuxSystem
import NATSClient
import PushPayload
import StrictJSON
import SystemdSupport
import TestSupport
import Testing

@testable import SimplePush

/// The agent against a real server: what is shown, how often, in which order, and what is left in the
/// mailbox.
struct AgentTests {
    private let server: MailServer
    private let it: AgentFixture

    init() throws {
        server = try MailServer()
        try server.enroll("dev1")
        it = try AgentFixture(server, "dev1")
    }

    private func send(_ text: String, _ options: String...) {
        let outcome = server.run(["send", "--to", "dev1", "--text", text] + options)
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    private func isMailboxEmpty() throws -> Bool {
        try server.state(of: "dev1")["messages"] == 0
    }

    @Test func `what was sent while the device was away is shown once, in order, then gone`() throws
    {
        for number in 0..<20 { send("\(number)") }
        try it.start()
        #expect(try it.eventually { it.screen.texts.count == 20 })
        #expect(it.screen.texts == (0..<20).map(String.init))
        #expect(try it.eventually { try isMailboxEmpty() })
        #expect(it.reports.last == .init(state: "connected", detail: nil, delivered: 20))
        send("live")
        #expect(try it.eventually { it.screen.texts.last == "live" })
    }

    @Test func `a message is acknowledged only after it was shown, however long that takes`() throws
    {
        it.screen.isHolding = true
        send("slow")
        send("next")
        try it.start()
        #expect(try it.eventually { !it.screen.texts.isEmpty })
        // Longer than the server waits for an acknowledgement.
        let end = MonotonicClock.now + .seconds(5)
        _ = try it.eventually { MonotonicClock.now > end }
        #expect(it.screen.texts == ["slow"])
        #expect(try server.state(of: "dev1")["messages"] == 2)
        it.screen.isHolding = false
        it.screen.complete()
        #expect(try it.eventually { try isMailboxEmpty() })
        #expect(it.screen.texts == ["slow", "next"])
    }

    @Test func `an agent that dies before it has remembered shows the message again`() throws {
        it.screen.isHolding = true
        send("a")
        try it.start()
        #expect(try it.eventually { !it.screen.texts.isEmpty })
        it.crash()
        it.screen.isHolding = false
        try it.start()
        #expect(try it.eventually { try isMailboxEmpty() })
        #expect(it.screen.texts == ["a", "a"])
    }

    @Test func `an agent that dies before it has acknowledged shows nothing twice`() throws {
        it.screen.isHolding = true
        send("a")
        send("b")
        try it.start()
        #expect(try it.eventually { !it.screen.texts.isEmpty })
        // The acknowledgement goes nowhere.
        server.pause()
        it.screen.complete()
        it.crash()
        server.resume()
        it.screen.isHolding = false
        try it.start()
        #expect(try it.eventually { try isMailboxEmpty() })
        #expect(it.screen.texts == ["a", "b"])
    }

    @Test
    func `without a notification server mail is kept, acknowledged, and shown when one appears`()
        throws
    {
        it.screen.isAvailable = false
        send("1")
        send("gone", "--expire", "2")
        send("3")
        try it.start()
        #expect(try it.eventually { try isMailboxEmpty() })
        #expect(it.screen.texts.isEmpty)
        #expect(
            it.reports.last
                == .init(
                    state: "connected", detail: "3 waiting for a notification server",
                    delivered: 0))
        it.crash()
        try it.start()
        let expiry = MonotonicClock.now + .seconds(2)
        #expect(try it.eventually { it.state == "connected" && MonotonicClock.now > expiry })
        it.screen.isAvailable = true
        it.screen.whenAvailable?()
        #expect(try it.eventually { it.screen.texts.count == 2 })
        #expect(it.screen.texts == ["1", "3"])
        #expect(it.reports.last == .init(state: "connected", detail: nil, delivered: 3))
    }

    @Test func `what is sent under one collapse id takes the place of what is shown`() throws {
        send("1", "--collapse-id", "c")
        try it.start()
        #expect(try it.eventually { it.screen.texts == ["1"] })
        it.crash()
        send("2", "--collapse-id", "c")
        send("3", "--collapse-id", "c")
        try it.start()
        #expect(try it.eventually { it.screen.texts == ["1", "3"] })
        #expect(it.screen.replaced == [nil, 1])
    }

    @Test func `what is withdrawn vanishes from the screen, or is never shown`() throws {
        send("1", "--id", "x")
        try it.start()
        #expect(try it.eventually { try isMailboxEmpty() })
        it.crash()
        send("2", "--id", "y")
        for id in ["x", "y"] { server.run("send", "--to", "dev1", "--withdraw", id) }
        try it.start()
        #expect(try it.eventually { try isMailboxEmpty() })
        #expect(it.screen.withdrawn == [1])
        #expect(it.screen.texts == ["1"])
    }

    @Test func `expired messages are not shown, and the device learns what was dropped`() throws {
        try server.enroll("dev1", options: ["--max-messages", "3"])
        let it = try AgentFixture(server, "dev1")
        send("expired", "--expire", "0")
        send("late call")
        for text in ["1", "2", "3", "4"] { send(text) }
        try it.start()
        #expect(try it.eventually { try isMailboxEmpty() })
        // The notice has a place of its own among three.
        #expect(it.screen.texts == ["3", "dropped 3", "4"])
    }

    @Test func `a wiped server hides nothing that it is given afterwards`() throws {
        for number in 0..<3 { send("\(number)") }
        try it.start()
        #expect(try it.eventually { it.screen.texts.count == 3 })
        server.stop()
        try server.wipe()
        try server.start()
        try server.makeMailboxes("dev1")
        for number in 3..<6 { send("\(number)") }
        #expect(try it.eventually(within: .seconds(40)) { it.screen.texts.count == 6 })
        #expect(it.screen.texts == (0..<6).map(String.init))
        #expect(try it.eventually { try isMailboxEmpty() })
        #expect(it.state == "connected")
    }

    @Test func `of two agents with one identity the later stays and the other stops`() throws {
        try it.start()
        #expect(try it.eventually { it.state == "connected" })
        let other = try AgentFixture(server, "dev1", folder: "other")
        try other.start()
        #expect(try other.eventually { other.state == "connected" })
        #expect(try it.eventually { it.state == "superseded" })
        send("a")
        #expect(try other.eventually { other.screen.texts == ["a"] })
        #expect(it.screen.texts.isEmpty)
        it.agent?.networkChanged()
        it.agent?.wake()
        it.agent?.minute()
        try it.loop.runOnce(patience: .milliseconds(100))
        #expect(it.state == "superseded")
    }

    @Test func `an agent that was cut off while another claimed its identity stops as well`() throws
    {
        try it.start()
        #expect(try it.eventually { it.state == "connected" })
        server.crash()
        #expect(try it.eventually { it.state == "waiting" })
        try server.start()
        let other = try AgentFixture(server, "dev1", folder: "other")
        try other.start()
        #expect(try other.eventually { other.state == "connected" })
        #expect(try it.eventually(within: .seconds(40)) { it.state == "superseded" })
    }

    @Test func `a crashed server is waited for, and nothing is lost or shown twice`() throws {
        for number in 0..<10 { send("\(number)") }
        try it.start()
        #expect(try it.eventually { it.screen.texts.count >= 3 })
        server.crash()
        #expect(try it.eventually { it.state == "waiting" })
        try server.start()
        for number in 10..<15 { send("\(number)") }
        it.agent?.networkChanged()
        #expect(try it.eventually(within: .seconds(40)) { it.screen.texts.count >= 15 })
        #expect(it.screen.texts == (0..<15).map(String.init))
        #expect(try it.eventually { try isMailboxEmpty() })
    }

    @Test(arguments: [true, false])
    func `a silent server is noticed after sleep or a change of network`(isSleep: Bool) throws {
        try it.start()
        #expect(try it.eventually { it.state == "connected" })
        server.pause()
        if isSleep { it.agent?.wake() } else { it.agent?.networkChanged() }
        #expect(
            try it.eventually {
                it.reports.last?.detail?.contains("the server went silent") == true
            })
        server.resume()
        #expect(try it.eventually(within: .seconds(60)) { it.state == "connected" })
        send("a")
        #expect(try it.eventually { it.screen.texts == ["a"] })
    }

    @Test func `a probe that is answered changes nothing`() throws {
        try it.start()
        #expect(try it.eventually { it.state == "connected" })
        let count = it.reports.count
        it.agent?.wake()
        send("a")
        #expect(try it.eventually { it.screen.texts == ["a"] })
        #expect(it.reports.dropFirst(count).allSatisfy { $0.state == "connected" })
    }

    @Test func `revoked credentials are a state of its own`() throws {
        try it.start()
        #expect(try it.eventually { it.state == "connected" })
        server.run("enroll", "dev1", "--revoke")
        #expect(try it.eventually(within: .seconds(30)) { it.state == "rejected" })
        #expect(it.reports.last?.detail?.contains("refuses the credentials") == true)
    }

    @Test func `no address on the interface yet is waited for, and tried when the network changes`()
        throws
    {
        try it.start { $0.host = "ship.example.com" }
        it.agent?.stop()
        it.agent?.interface = "nosuch0"
        it.agent?.start()
        #expect(it.reports.last?.state == "waiting")
        #expect(it.reports.last?.detail == "no address on nosuch0 yet")
    }

    @Test func `a call is reported with all that its app is to know, and acknowledged when taken`()
        throws
    {
        server.run("send", "--to", "dev1", "--call", "Bridge", "--ring", "45", "--id", "c1")
        try it.start()
        #expect(try it.eventually { try isMailboxEmpty() })
        let call = try #require(it.calls.first)
        #expect(call.id == "c1")
        #expect(call.userInfo["call"] == "c1")
        #expect(call.userInfo["event"] == "incoming")
        #expect(call.userInfo["senderName"] == "Bridge")
        #expect(call.userInfo["ringSeconds"] == 45)
        server.run("send", "--to", "dev1", "--end-call", "c1")
        #expect(try it.eventually { it.calls.count == 2 })
        #expect(it.calls[1].userInfo["event"] == "ended")
        #expect(it.calls[1].userInfo["call"] == "c1")
        #expect(it.calls[1].id != "c1")
    }

    @Test func `a call that the app does not take is reported again, until it is a missed one`()
        throws
    {
        it.takesCalls = false
        server.run("send", "--to", "dev1", "--call", "Bridge", "--ring", "4", "--id", "c1")
        try it.start()
        #expect(try it.eventually { it.screen.texts == ["missed c1"] })
        #expect(it.calls.count >= 2)
        #expect(it.calls.allSatisfy { $0.id == "c1" })
        #expect(try it.eventually { try isMailboxEmpty() })
    }

    @Test func `junk in a mailbox is dropped, and what follows is shown`() throws {
        let provider = try server.provider()
        _ = try provider.publish(.init("push.dev1.app.a", body: [1]))
        _ = try provider.publish(
            .init(
                "push.dev1.app.b",
                headers: [
                    .init("Nats-Msg-Id", "x"), .init("Push-Kind", "notification"),
                    .init("Push-Sent", "1"),
                ], body: Array("not json".utf8)))
        send("good")
        try it.start()
        #expect(try it.eventually { try isMailboxEmpty() })
        #expect(it.screen.texts == ["good"])
    }

    @Test func `what the app has not taken when the agent dies it is handed by the next, once`()
        throws
    {
        it.screen.takesMessages = false
        let payload = try server.folder.write("silent.json", #"{"aps":{"content-available":1}}"#)
        for (id, options) in [("m1", []), ("m2", ["--expire", "1s"]), ("m3", [])] {
            let words = ["send", "--to", "dev1", "--payload", payload, "--id", id] + options
            #expect(server.run(words).status == 0)
        }
        send("a text", "--id", "m4")
        try it.start()
        // Nobody waits for the app: the mailbox is empty.
        #expect(try it.eventually { try isMailboxEmpty() })
        #expect(it.screen.woken == ["m1"] && it.screen.texts.last == "a text")
        it.crash()
        let end = MonotonicClock.now + .seconds(1)
        _ = try it.eventually { MonotonicClock.now > end }
        it.screen.takesMessages = true
        try it.start()
        #expect(try it.eventually { it.screen.woken.last == "m3" })
        it.crash()
        try it.start()
        send("another text")
        #expect(try it.eventually { it.screen.texts.last == "another text" })
        #expect(it.screen.woken == ["m1", "m1", "m3"])
    }

    @Test func `an agent that ends is freed, and so is its screen`() throws {
        var fixture: AgentFixture? = try AgentFixture(server, "dev1", folder: "ended")
        weak let screen = fixture?.screen
        send("shown")
        try fixture?.start()
        #expect(try fixture?.eventually { screen?.texts == ["shown"] } == true)
        weak let agent = fixture?.agent
        #expect(agent != nil)
        fixture = nil
        #expect(agent == nil)
        #expect(screen == nil)
    }

    @Test func `two agents do not use one folder`() throws {
        try it.start()
        let other = try AgentFixture(server, "dev1")
        #expect(throws: SystemError.self) { try other.start() }
    }

    @Test func `a ledger that cannot be read is kept beside a new one, and a torn line is ignored`()
        throws
    {
        send("1", "--id", "x")
        try it.start()
        #expect(try it.eventually { try isMailboxEmpty() })
        it.crash()
        let path = server.folder("agent-dev1/ledger")
        let text = String(decoding: try FileSystem.read(path, limit: 1 << 20), as: UTF8.self)
        try server.folder.write("agent-dev1/ledger", text + "{\"finished\":{\"id\":\"to")
        let whole = try LedgerFile(in: server.folder("agent-dev1"), log: Log { _ in })
        #expect(whole.ledger.position?.sequence == 1)
        try server.folder.write("agent-dev1/ledger", "nonsense\n")
        let new = try LedgerFile(in: server.folder("agent-dev1"), log: Log { _ in })
        #expect(new.ledger == DeliveryLedger())
        #expect(try FileSystem.read(path + ".bad", limit: 100) == Array("nonsense\n".utf8))
    }
}
