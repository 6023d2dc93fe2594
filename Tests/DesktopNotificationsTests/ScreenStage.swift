import DesktopNotifications
import LinuxSystem
import PushPayload
import SystemdSupport
import TestSupport
import Testing

/// A session's bus, on which notification servers come and go, and an app that notifies.
final class ScreenStage {
    let loop: EventLoop
    let bus: PrivateBus
    let app: Bus
    let notifications: DesktopNotifications
    private(set) var timesAvailable = 0
    private(set) var closed: [(id: UInt32, reason: DesktopNotifications.CloseReason)] = []
    private(set) var activated: [(id: UInt32, action: String)] = []
    private let folder: TemporaryFolder

    init(mostOpen: Int = 50) throws {
        loop = try EventLoop()
        bus = try PrivateBus()
        folder = try TemporaryFolder()
        let log = Log { _ in }
        app = try Bus("test bus", at: bus.address, loop: loop, log: log)
        notifications = DesktopNotifications(
            on: app, appName: "Test App", desktopEntry: "org.example.Test", mostOpen: mostOpen,
            log: log)
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

    private var environment: Environment {
        get throws {
            [
                "PATH": "/usr/bin:/bin", "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path,
                "LANG": "C.UTF-8", "DISPLAY": try VirtualDisplay.start().name,
                "DBUS_SESSION_BUS_ADDRESS": bus.address, "GSETTINGS_BACKEND": "memory",
            ]
        }
    }

    /// Starts a notification server and waits until it is known.
    func start(_ command: [String]) throws -> GuardedProcess {
        let times = timesAvailable
        let server = try GuardedProcess(
            command, environment: environment, output: folder("server"))
        let isThere = try runs { timesAvailable > times }
        if !isThere { throw NotShown(output: try output()) }
        return server
    }

    /// Starts dunst, which prints what it shows.
    func startDunst(markup: Bool = true) throws -> GuardedProcess {
        let configuration = """
            [global]
            markup = \(markup ? "full" : "no")
            history_length = 100
            """
        try folder.write("dunstrc", configuration)
        return try start(["/usr/bin/dunst", "-conf", folder("dunstrc"), "-print"])
    }

    /// What the servers have printed.
    func output() throws -> String {
        String(decoding: try FileSystem.read(folder("server"), limit: 1 << 22), as: UTF8.self)
    }

    /// What dunst says of the notification that it has shown last, once it is one with this `id`.
    func shown(_ id: UInt32) throws -> [String: String] {
        var block: Substring?
        let isThere = try runs {
            block = try output().blocks.last { $0.contains("\n\tid: \(id)\n") }
            return block != nil
        }
        if !isThere { throw NotShown(output: try output()) }
        return block?.fields ?? [:]
    }

    /// Tells dunst something, as a person at the screen would.
    func control(_ words: String...) throws {
        var description = ProcessDescription(
            executable: "/usr/bin/dunstctl", arguments: ["dunstctl"] + words,
            environment: try environment)
        let null = try FileDescriptor.open("/dev/null", 2)
        description.descriptors = [null.raw, null.raw, null.raw]
        let child = try ChildProcess.spawn(description)
        #expect(try child.wait() == .exited(0))
    }
}

/// What should have been shown was not; with what the servers said.
struct NotShown: Error {
    let output: String
}

extension String {
    /// What dunst prints, one notification each.
    fileprivate var blocks: [Substring] {
        split(separator: "\n}\n", omittingEmptySubsequences: true)
    }
}

extension Substring {
    /// The fields of a notification as dunst prints it, without quotes around them.
    fileprivate var fields: [String: String] {
        var fields: [String: String] = [:]
        for line in split(separator: "\n\t") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            let isQuoted = value.hasPrefix("'") && value.hasSuffix("'") && value.count > 1
            fields[String(line[..<colon])] = String(
                isQuoted ? value.dropFirst().dropLast() : value)
        }
        return fields
    }
}
