import DesktopNotifications
import LinuxSystem
import PushPayload
import SystemdSupport
import TestSupport
import Testing

/// With real notification servers.
struct DunstTests {
    @Test func `everything that a notification says arrives`() throws {
        let stage = try ScreenStage()
        let server = try stage.startDunst()
        var notification = DesktopNotification(
            summary: "Fish & <chips>", body: "At 12 & <b>not</b> later\nDeck 3")
        notification.subtitle = "Galley & <bar>"
        notification.urgency = .critical
        notification.category = "im.received"
        notification.timeout = .never
        notification.actions = [
            .init(id: DesktopNotification.Action.usual, label: "Open"),
            .init(id: "yes", label: "I come"),
        ]
        let reference = try stage.show(notification).get()
        let shown = try stage.shown(reference.id)
        #expect(shown["appname"] == "Test App" && shown["desktop_entry"] == "org.example.Test")
        #expect(shown["summary"] == "Fish & <chips>")
        #expect(
            shown["body"]
                == "<b>Galley &amp; &lt;bar&gt;</b>\nAt 12 &amp; &lt;b&gt;not&lt;/b&gt; later\nDeck 3"
        )
        #expect(shown["urgency"] == "CRITICAL" && shown["category"] == "im.received")
        #expect(shown["timeout"] == "0")
        #expect(reference.server == stage.notifications.server)
        withExtendedLifetime(server) {}
    }

    @Test func `a server without markup gets plain text`() throws {
        let stage = try ScreenStage()
        let server = try stage.startDunst(markup: false)
        var notification = DesktopNotification(summary: "a & b", body: "<b>&amp;</b>")
        notification.subtitle = "c & d"
        let shown = try stage.shown(try stage.show(notification).get().id)
        #expect(shown["summary"] == "a & b" && shown["body"] == "c & d\n<b>&amp;</b>")
        withExtendedLifetime(server) {}
    }

    @Test func `one takes the place of another, but not of another server's`() throws {
        let stage = try ScreenStage()
        var server: GuardedProcess? = try stage.startDunst()
        let first = try stage.show(DesktopNotification(summary: "one")).get()
        let second = try stage.show(DesktopNotification(summary: "two"), replacing: first).get()
        #expect(first == second)
        server = nil
        try #require(try stage.runs { stage.notifications.server == nil })
        server = try stage.startDunst()
        // Of its first notification's number there may be another by now.
        let other = try stage.show(DesktopNotification(summary: "other")).get()
        #expect(other.id == first.id && other.server != first.server)
        let third = try stage.show(DesktopNotification(summary: "three"), replacing: first).get()
        #expect(third.id != other.id)
        stage.notifications.close(first)
        let last = try stage.show(DesktopNotification(summary: "four")).get()
        _ = try stage.shown(last.id)
        #expect(stage.closed.isEmpty)
        withExtendedLifetime(server) {}
    }

    @Test func `what has the same tag takes the same place, whoever shows it`() throws {
        let stage = try ScreenStage()
        let server = try stage.startDunst()
        var notification = DesktopNotification(summary: "one")
        notification.timeout = .never
        notification.tag = "1f3a"
        let first = try stage.show(notification).get()
        _ = try stage.shown(first.id)
        // dunst puts together what says the same, with or without a tag.
        notification.summary = "two"
        let again = try stage.show(notification).get()
        try #require(try stage.runs { stage.closed.count == 1 })
        notification.summary = "three"
        notification.tag = "1f3b"
        let other = try stage.show(notification).get()
        _ = try stage.shown(other.id)
        #expect(again.id != other.id)
        #expect(stage.closed.map(\.id) == [first.id])
        withExtendedLifetime(server) {}
    }

    @Test func `closing, dismissing and clicking are told`() throws {
        let stage = try ScreenStage()
        let server = try stage.startDunst()
        var notification = DesktopNotification(summary: "one")
        notification.timeout = .never
        notification.actions = [.init(id: DesktopNotification.Action.usual, label: "Open")]
        let first = try stage.show(notification).get()
        stage.notifications.close(first)
        try #require(try stage.runs { stage.closed.count == 1 })
        #expect(stage.closed[0] == (first.id, .closed))

        let second = try stage.show(notification).get()
        _ = try stage.shown(second.id)
        try stage.control("close")
        try #require(try stage.runs { stage.closed.count == 2 })
        #expect(stage.closed[1] == (second.id, .dismissed))

        let third = try stage.show(notification).get()
        _ = try stage.shown(third.id)
        try stage.control("action", "0")
        try #require(try stage.runs { stage.activated.count == 1 })
        #expect(stage.activated[0] == (third.id, "default"))
        withExtendedLifetime(server) {}
    }

    @Test func `without a server nothing is shown, and one that appears is told of`() throws {
        let stage = try ScreenStage()
        try #require(try stage.runs { stage.app.isConnected })
        #expect(try stage.show(DesktopNotification(summary: "x")) == .failure(.noServer))
        #expect(stage.timesAvailable == 0 && stage.notifications.server == nil)
        var server: GuardedProcess? = try stage.startDunst()
        #expect(throws: Never.self) { try stage.show(DesktopNotification(summary: "x")).get() }
        server = nil
        try #require(try stage.runs { stage.notifications.server == nil })
        #expect(try stage.show(DesktopNotification(summary: "x")) == .failure(.noServer))
        withExtendedLifetime(server) {}
    }

    @Test func `without a bus nothing is shown`() throws {
        let stage = try ScreenStage()
        stage.bus.kill()
        #expect(try stage.show(DesktopNotification(summary: "x")) == .failure(.noServer))
    }

    @Test(arguments: [
        "/usr/lib/notification-daemon/notification-daemon",
        "/usr/lib/x86_64-linux-gnu/xfce4/notifyd/xfce4-notifyd",
    ])
    func `other servers show, replace and close`(program: String) throws {
        let stage = try ScreenStage()
        let server = try stage.start([program])
        var notification = DesktopNotification(summary: "Fish & chips", body: "<b>&")
        notification.timeout = .never
        let first = try stage.show(notification).get()
        #expect(try stage.show(notification, replacing: first).get() == first)
        let second = try stage.show(notification).get()
        #expect(second.id != first.id)
        stage.notifications.close(first)
        try #require(try stage.runs { !stage.closed.isEmpty })
        #expect(stage.closed[0] == (first.id, .closed))
        withExtendedLifetime(server) {}
    }
}
