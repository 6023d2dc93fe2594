import DesktopNotifications
import DesktopTestSupport
import LinuxSystem
import PushPayload
import SystemdSupport
import TestSupport
import Testing

/// A session's bus, on which notification servers come and go, and an app that notifies.
final class ScreenStage {
    let loop: EventLoop
    let session: DesktopSession
    var bus: PrivateBus { session.bus }
    let app: Bus
    let notifications: DesktopNotifications
    private(set) var timesAvailable = 0
    private(set) var closed: [(id: UInt32, reason: DesktopNotifications.CloseReason)] = []
    private(set) var activated: [(id: UInt32, action: String)] = []

    init(mostOpen: Int = 50) throws {
        loop = try EventLoop()
        session = try DesktopSession()
        let log = Log { _ in }
        app = try Bus("test bus", at: session.bus.address, loop: loop, log: log)
        notifications = try DesktopNotifications(
            on: app, appName: "Test App", desktopEntry: "org.example.Test", mostOpen: mostOpen,
            loop: loop, log: log)
        notifications.available = { [unowned self] in timesAvailable += 1 }
        notifications.closed = { [unowned self] reference, reason in
            closed.append((id: reference.id, reason: reason))
        }
        notifications.activated = { [unowned self] reference, action, _ in
            activated.append((id: reference.id, action: action))
        }
        app.connect()
    }

    /// Runs the loop until `condition` holds; false when it takes too long.
    func runs(until condition: () throws -> Bool) throws -> Bool {
        let deadline = MonotonicClock.now + .seconds(20)
        while try !condition() {
            if MonotonicClock.now > deadline { return false }
            try loop.runOnce(patience: .milliseconds(20))
        }
        return true
    }

    /// Shows a notification and returns what came of it.
    func show(
        _ notification: DesktopNotification, replacing replaced: NotificationReference? = nil
    ) throws -> Result<NotificationReference, DesktopNotifications.Failure> {
        var result: Result<NotificationReference, DesktopNotifications.Failure>?
        notifications.show(notification, replacing: replaced) { result = $0 }
        try #require(try runs { result != nil })
        return try #require(result)
    }

    // MARK: Real servers

    /// Starts a notification server and waits until it is known.
    func start(_ command: [String]) throws -> GuardedProcess {
        try known { try session.start(command) }
    }

    /// Starts dunst, which prints what it shows.
    func startDunst(markup: Bool = true) throws -> GuardedProcess {
        try known { try session.startDunst(markup: markup) }
    }

    private func known(_ start: () throws -> GuardedProcess) throws -> GuardedProcess {
        let times = timesAvailable
        let server = try start()
        let isThere = try runs { timesAvailable > times }
        if !isThere { throw NotShown(output: try session.output()) }
        return server
    }

    /// What dunst says of the notification that it has shown last, once it is one with this `id`.
    func shown(_ id: UInt32) throws -> [String: String] {
        var fields: [String: String]?
        let isThere = try runs {
            fields = try session.shown { $0["id"] == "\(id)" }
            return fields != nil
        }
        if !isThere { throw NotShown(output: try session.output()) }
        return fields ?? [:]
    }

    /// Tells dunst something, as a person at the screen would.
    func control(_ words: String...) throws { try session.control(words) }
}
