import Certificates
import CommandConsole
import DesktopNotifications
import Glibc
import LinuxSystem
import LocalPush
import LocalPushModel
import PushPayload
import StrictJSON
import SystemdSupport

/// The containing app: rings for calls that come in over the bus, and prints what happens. What is to be
/// done about a call is decided by ``CallBook``; this does it.
final class ContainingApp {
    /// What the app goes by, on the bus as in manifests.
    static let identifier = "com.myexample.SimplePush"

    private let application: AppPushApplication
    private let notifications: DesktopNotifications
    private let file: CallBookFile
    private let description: AppDescription
    private let console: Console
    private var log: Log { application.log }
    private var book: CallBook
    private var timer: TimerSource?
    private var signals: [SignalSource] = []
    private var heard = RecentIDs(limit: 256)

    /// - Parameter idleTime: how long it stays without anything to do; nil for ever.
    ///
    /// Throws when the app runs already.
    init(in context: SimplePushContext, idleTime: Duration?) throws {
        let application = try AppPushApplication(Self.identifier, delegate: nil)
        let folder = StateFolder.path(ofApp: Self.identifier, context.environment)
        do throws(SystemError) {
            file = try CallBookFile(in: folder, log: application.log)
        } catch {
            guard error.isTimeout else { throw error }
            throw Failure(
                .conflict, "the app runs already",
                advice: ["What it says is in the journal: journalctl --user -e"])
        }
        let identifier = try BundleIdentifier(Self.identifier)
        description = AppDescription(
            of: identifier, environment: context.environment, log: application.log)
        notifications = try DesktopNotifications(
            on: application.bus, appName: description.name, desktopEntry: Self.identifier,
            loop: application.loop.events, log: application.log)
        book = file.read()
        console = context.console
        self.application = application
        application.delegate = self
        application.idleTime = idleTime
        try listen()
    }

    private func listen() throws(SystemError) {
        let events = application.loop.events
        timer = try events.timer { [unowned self] in handle { $0.timePassed($1) } }
        signals = try [SIGINT, SIGTERM].map { signal throws(SystemError) in
            try events.signal(signal) { [unowned self] in end() }
        }
        notifications.available = { [unowned self] in
            guard let server = notifications.server else { return }
            handle { $0.screenAppeared(server, at: $1) }
        }
        notifications.closed = { [unowned self] reference, _ in
            handle { book, _ in
                book.closed(reference)
                return []
            }
        }
        notifications.activated = { [unowned self] reference, action, _ in
            guard let answer = DesktopNotification.Answer(rawValue: action) else { return }
            handle { book, _ in book.choose(answer.state, on: reference) }
        }
    }

    /// Runs until it is told to end; returns the exit status.
    func run() throws -> Int32 {
        // Whoever reads what is printed may go.
        ProcessIdentity.ignoreBrokenPipes()
        application.isBusy = book.isBusy
        return try application.run()
    }

    /// Nothing may go on ringing; the next app knows what is to be done.
    private func end() {
        for call in book.calls where call.isOpen { call.notification.map(notifications.close) }
        application.quit()
    }

    // MARK: Calls

    /// Something has happened: decides, remembers, does.
    private func handle(_ event: (inout CallBook, _ now: Int64) -> [CallAction]) {
        let now = WallClock.now / 1_000_000
        let actions = event(&book, now)
        file.write(book)
        for action in actions { perform(action, at: now) }
        timer?.set(book.deadline.map { MonotonicClock.now + .milliseconds(max(0, $0 - now)) })
        application.isBusy = book.isBusy
    }

    private func perform(_ action: CallAction, at now: Int64) {
        switch action {
        case .ring(let call):
            show(.ringing(call, app: description, at: now), for: call)
        case .close(let reference): notifications.close(reference)
        case .tellMissed(let call):
            let caller = call.caller.isEmpty ? nil : call.caller
            var notification = DesktopNotification.missedCall(from: caller, app: description)
            // There is nothing to open, and soon nobody who hears of a click.
            notification.actions = []
            show(notification, for: call)
        case .say(let call):
            say(
                "call",
                [
                    "id": .string(call.id), "caller": .string(call.caller),
                    "state": .string(call.state.rawValue),
                ])
        }
    }

    private func show(_ notification: DesktopNotification, for call: Call) {
        var tagged = notification
        // That a call was missed takes the place of what rings, even if nobody knows that it does; and an
        // app that was killed while it showed something shows it again in the same place.
        tagged.tag = call.id
        notifications.show(tagged, replacing: call.notification) { [weak self] result in
            self?.wasShown(call, result)
        }
    }

    private func wasShown(
        _ call: Call, _ result: Result<NotificationReference, DesktopNotifications.Failure>
    ) {
        let what = call.state == .ringing ? "ring" : "be told of"
        switch result {
        case .success: break
        case .failure(.noServer):
            log.notice("a call cannot \(what): there is no notification server")
        case .failure(.noAnswer):
            log.warning("a call cannot \(what): the notification server does not answer")
        case .failure(.refused(let error)):
            log.warning("a call cannot \(what): \(SafeText.escaped(error.description))")
        }
        var isFinal = false
        // The app waits for a call anyway, and may yet ring; it does not stay for ever to tell of one.
        if case .failure(.refused) = result { isFinal = call.state == .missed }
        handle { book, _ in
            book.shown(call.id, call.state, as: try? result.get(), isFinal: isFinal)
        }
    }

    // MARK: Saying

    /// Prints a line. One that nobody reads is no reason to end.
    private func say(_ name: String, _ body: JSONObject) {
        do { try console.printStreamed([name: .object(body)]) } catch {
            log.debug("nobody reads what the app says: \(SafeText.escaped("\(error)"))")
        }
    }
}

extension ContainingApp: AppPushDelegate {
    func appPushManager(
        _ manager: AppPushManager, didReceiveIncomingCallWithUserInfo userInfo: PropertyList
    ) {
        say(
            "incomingCall",
            ["profile": .string(manager.profileName ?? ""), "userInfo": .object(userInfo.json)])
        handle { book, now in
            let spareID = (try? SecureRandom.identifier()) ?? "\(WallClock.now)"
            return book.hear(CallReport(userInfo, now: now, spareID: spareID), at: now)
        }
    }
}

extension ContainingApp: AppPushApplicationDelegate {
    func applicationDidFinishLaunching(_ application: AppPushApplication) { loadManagers() }

    func application(_ application: AppPushApplication, lacksDelegateForProfile name: String) {
        loadManagers()
    }

    private func loadManagers() {
        AppPushManager.loadAllFromPreferences { [self] managers, error in
            if let error { log.error("the profiles: \(SafeText.escaped("\(error)"))") }
            for manager in managers { manager.delegate = self }
        }
    }

    func application(
        _ application: AppPushApplication, didActivateAction action: String, parameter: String?
    ) {
        let told = parameter.flatMap { try? JSONValue(parsing: Array($0.utf8)) }
        guard case .object(let message)? = told else {
            return log.warning("an action without a message was chosen: \(SafeText.quoted(action))")
        }
        // What is for the app alone comes again when the agent was killed just after it came.
        if action == AppActivation.remoteNotification, let id = message["id"]?.string {
            guard heard.insert(id) else { return }
        }
        say("message", message)
    }
}
