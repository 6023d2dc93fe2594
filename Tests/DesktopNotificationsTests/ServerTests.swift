import DesktopNotifications
import DesktopTestSupport
import LinuxSystem
import PushPayload
import SystemdSupport
import TestSupport
import Testing

/// With a server that does what the test wants.
struct ServerTests {
    private func stage(
        _ capabilities: [String], mostOpen: Int = 50
    ) throws -> (ScreenStage, FakeServer) {
        let stage = try ScreenStage(mostOpen: mostOpen)
        let server = try FakeServer(
            at: stage.bus.address, loop: stage.loop, capabilities: capabilities)
        try #require(try stage.runs { stage.timesAvailable == 1 })
        return (stage, server)
    }

    @Test func `a server that can do little gets no more than that`() throws {
        let (stage, server) = try stage([])
        var notification = DesktopNotification(summary: "Galley", body: "Fish & chips\nnow")
        notification.actions = [.init(id: "yes", label: "Yes")]
        _ = try stage.show(notification).get()
        #expect(server.notified[0][3] == .string("Galley: Fish & chips now"))
        #expect(server.notified[0][4] == .string("") && server.notified[0][5] == .strings([]))
    }

    @Test func `what a notification asks for is in the hints`() throws {
        let (stage, server) = try stage(["body", "actions"])
        var notification = DesktopNotification(summary: "Jane", body: "calls")
        notification.sound = "phone-incoming-call"
        notification.isResident = true
        notification.urgency = .low
        notification.actions = [.init(id: "accept", label: "Accept\u{202E}")]
        _ = try stage.show(notification).get()
        #expect(server.hint("urgency") == .byte(0) && server.hint("resident") == .bool(true))
        #expect(server.hint("sound-name") == .string("phone-incoming-call"))
        #expect(server.hint("suppress-sound") == nil)
        #expect(server.notified[0][5] == .strings(["accept", "Accept"]))
        _ = try stage.show(DesktopNotification(summary: "x")).get()
        #expect(server.hint("suppress-sound") == .bool(true) && server.hint("resident") == nil)
    }

    @Test func `a burst rings once and leaves no more than the limit on the screen`() throws {
        let (stage, server) = try stage(["body"], mostOpen: 3)
        var notification = DesktopNotification(summary: "x")
        notification.sound = "message"
        for number in 1...5 {
            _ = try stage.show(notification).get()
            #expect((server.hint("sound-name") == nil) == (number > 1))
        }
        try #require(try stage.runs { server.closed.count == 2 })
        #expect(server.closed == [1, 2])
        server.tell("NotificationClosed", .uint32(4), .uint32(2))
        try #require(try stage.runs { stage.closed.count == 1 })
        _ = try stage.show(notification).get()
        _ = try stage.show(notification).get()
        try #require(try stage.runs { server.closed.count == 3 })
        #expect(server.closed == [1, 2, 3])
    }

    @Test func `a server that refuses is told of, with its reason`() throws {
        let (stage, server) = try stage(["body"])
        server.error = BusError("org.example.Full", "too many")
        #expect(
            try stage.show(DesktopNotification(summary: "x"))
                == .failure(.refused(BusError("org.example.Full", "too many"))))
        server.error = nil
        #expect(throws: Never.self) { try stage.show(DesktopNotification(summary: "x")).get() }
    }

    @Test func `a server that refuses what is more than text gets the bare text`() throws {
        let (stage, server) = try stage(["body", "actions"])
        server.isPlain = true
        var notification = DesktopNotification(summary: "Galley", body: "Lunch")
        notification.actions = [.init(id: "yes", label: "Yes")]
        notification.tag = "m1"
        notification.timeout = .after(.seconds(7))
        _ = try stage.show(notification).get()
        #expect(server.notified.count == 1 && server.notified[0][4] == .string("Lunch"))
        #expect(server.hint("x-dunst-stack-tag") == .string("m1"))
        #expect(server.notified[0][7] == .int32(7000), "it goes when the other would have gone")
    }

    @Test func `a server that refuses may be asked again after a while`() throws {
        let (stage, server) = try stage(["body"])
        server.error = BusError("org.example.Full", "too many")
        _ = try stage.show(DesktopNotification(summary: "x"))
        #expect(stage.timesAvailable == 1)
        #expect(try stage.runs { stage.timesAvailable == 2 })
    }

    @Test func `nobody else waits in vain for a server that does not answer`() throws {
        let (stage, server) = try stage(["body"])
        server.isSilent = true
        let notification = DesktopNotification(summary: "x")
        #expect(try stage.show(notification) == .failure(.noAnswer))
        for _ in 1...50 { #expect(try stage.show(notification) == .failure(.noAnswer)) }
        #expect(server.notified.count == 1)
        server.isSilent = false
        #expect(try stage.runs { stage.timesAvailable == 2 }, "it is asked again, and soon")
        #expect(throws: Never.self) { try stage.show(notification).get() }
    }

    @Test func `only the server is believed`() throws {
        let (stage, server) = try stage(["actions"])
        let reference = try stage.show(DesktopNotification(summary: "x")).get()
        let liar = try Bus("test bus", at: stage.bus.address, loop: stage.loop, log: Log { _ in })
        liar.connect()
        try #require(try stage.runs { liar.isConnected })
        for receiver in [nil, ":1.0", ":1.1", ":1.2"] as [String?] {
            liar.emit(
                "ActionInvoked", of: FakeServer.name, at: FakeServer.path,
                [.uint32(reference.id), .string("forged")], to: receiver)
        }
        // What the bus answers comes after the signals have passed it.
        var isAnswered = false
        liar.call(
            Bus.Target(Bus.itself, "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId")
        ) { _ in isAnswered = true }
        try #require(try stage.runs { isAnswered })
        server.tell("ActionInvoked", .uint32(reference.id), .string("true"))
        try #require(try stage.runs { !stage.activated.isEmpty })
        #expect(stage.activated.map(\.action) == ["true"])
    }

    @Test func `docks are told the badge`() throws {
        let (stage, server) = try stage([])
        _ = try stage.show(DesktopNotification(summary: "x")).get()
        let dock = try Bus("test bus", at: stage.bus.address, loop: stage.loop, log: Log { _ in })
        var updates: [[BusValue]] = []
        dock.listen(
            to: "Update", of: "com.canonical.Unity.LauncherEntry",
            at: "/com/canonical/unity/launcherentry/1", from: server.caller
        ) { updates.append((try? $0.values()) ?? []) }
        dock.connect()
        try #require(try stage.runs { dock.isConnected })
        // Told again until the dock's wish to listen has arrived.
        try #require(
            try stage.runs {
                stage.notifications.setBadge(3)
                return !updates.isEmpty
            })
        #expect(
            updates[0] == [
                .string("application://org.example.Test.desktop"),
                .dictionary([("count", .int64(3)), ("count-visible", .bool(true))]),
            ])
        stage.notifications.setBadge(0)
        let none = BusValue.dictionary([("count", .int64(0)), ("count-visible", .bool(false))])
        #expect(try stage.runs { updates.last?.last == none })
    }
}
