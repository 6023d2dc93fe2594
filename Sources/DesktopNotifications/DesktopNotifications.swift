package import LinuxSystem
import LocalPushModel
package import PushPayload
package import SystemdSupport

/// The notifications of one app on a session's bus.
///
/// A server may be absent, appear later, or be another one than before: what it shows is known only
/// while it is the same. The bus connection is kept, since servers tell what is clicked only to the
/// connection that asked for the notification.
package final class DesktopNotifications {
    /// Called when a server has appeared, and a while after one that is there has not shown what it was
    /// asked to, later each time: what was not shown is to be tried again.
    package var available: () -> Void = {}
    /// Called when a notification is gone from the screen.
    package var closed: (NotificationReference, CloseReason) -> Void = { _, _ in }
    /// Called when an action was chosen, with a token that lets a window come forward
    /// (xdg-activation), where the server gives one.
    package var activated: (NotificationReference, _ action: String, _ token: String?) -> Void = {
        _, _, _ in
    }

    private let bus: Bus
    private let log: Log
    private let app: (name: String, desktopEntry: String)
    private let finder: ServerFinder
    private var retry: RetryTimer?
    /// The server that has not answered; until ``retry`` nobody else has to wait for it in vain.
    private var silent: NotificationServer?
    private var limit: FloodLimit<UInt32>
    private var tokens: [UInt32: String] = [:]
    /// What waits until it is known whether there is a server.
    private var waiting: [() -> Void] = []
    private var latest: String?

    private static let patience = Duration.seconds(10)

    /// - Parameters:
    ///   - bus: the session's, not connected yet; whoever owns it connects it.
    ///   - name: the app's name, for people.
    ///   - desktopEntry: the name of its desktop file, without `.desktop`.
    ///   - mostOpen: how many of its notifications may be on the screen; the oldest goes when one more
    ///     comes.
    package init(
        on bus: Bus, appName name: String, desktopEntry: String, mostOpen: Int = 50,
        loop: EventLoop, log: Log
    ) throws(SystemError) {
        self.bus = bus
        self.log = log
        app = (name, desktopEntry)
        limit = FloodLimit(mostOpen: mostOpen)
        finder = ServerFinder(on: bus, log: log)
        retry = try RetryTimer(loop) { [weak self] in
            self?.silent = nil
            if let self, server != nil { available() }
        }
        finder.changed = { [weak self] in self?.serverChanged() }
        listen("NotificationClosed") { $0.takeClosed($1, $2) }
        listen("ActivationToken") { $0.tokens[$1] = $2.last?.text }
        listen("ActionInvoked") { $0.takeAction($1, $2) }
    }

    /// Which run of which server shows what is shown now; nil when there is none.
    package var server: String? { finder.server?.token }

    // MARK: Showing

    /// Shows a notification; where the server refuses it, its bare text.
    ///
    /// - Parameters:
    ///   - replaced: the one whose place it takes, if it is still this server's.
    ///   - completion: called once: with what is on the screen, or why nothing is.
    package func show(
        _ notification: DesktopNotification, replacing replaced: NotificationReference? = nil,
        completion: @escaping (Result<NotificationReference, Failure>) -> Void
    ) {
        if !bus.isConnected { bus.tryAgain() }
        if let server = finder.server {
            return notify(notification, server, replaced, completion: completion)
        }
        guard bus.isConnected, finder.state == .asking || finder.start() else {
            return completion(.failure(.noServer))
        }
        waiting.append { [weak self] in
            guard let self, let server = finder.server else {
                return completion(.failure(.noServer))
            }
            notify(notification, server, replaced, completion: completion)
        }
    }

    private func notify(
        _ notification: DesktopNotification, _ server: NotificationServer,
        _ replaced: NotificationReference?,
        completion: @escaping (Result<NotificationReference, Failure>) -> Void
    ) {
        guard server != silent else { return completion(.failure(.noAnswer)) }
        let isMuted = notification.sound != nil && limit.isMuted(at: MonotonicClock.now)
        let arguments = notification.arguments(
            for: server, app: app,
            replacing: replaced?.server == server.token ? replaced?.id ?? 0 : 0, isMuted: isMuted)
        call("Notify", arguments, server) { [weak self] result in
            switch result {
            case .success(let values):
                guard let id = values.first?.number else { return completion(.failure(.noServer)) }
                self?.silent = nil
                completion(.success(NotificationReference(server: server.token, id: id)))
                self?.wasShown(id, notification, server)
            case .failure(let error):
                self?.wasNotShown(notification, server, replaced, error, completion)
            }
        }
    }

    private func wasNotShown(
        _ notification: DesktopNotification, _ server: NotificationServer,
        _ replaced: NotificationReference?, _ error: BusError,
        _ completion: @escaping (Result<NotificationReference, Failure>) -> Void
    ) {
        // Perhaps it is something about this notification.
        if !error.isAbsence, finder.server == server, notification != notification.plain {
            log.notice(
                "the notification server wants it plainer: \(SafeText.escaped(error.description))")
            return notify(notification.plain, server, replaced, completion: completion)
        }
        // Another server may have appeared meanwhile, and have been told of before this was known.
        retry?.schedule()
        guard error.isAbsence else { return completion(.failure(.refused(error))) }
        silent = server
        completion(.failure(finder.server == nil ? .noServer : .noAnswer))
    }

    private func wasShown(
        _ id: UInt32, _ notification: DesktopNotification, _ server: NotificationServer
    ) {
        guard let oldest = limit.show(id, staysOpen: notification.isResident) else { return }
        close(NotificationReference(server: server.token, id: oldest))
    }

    /// Takes a notification off the screen, if it is still this server's; as soon as it is known which
    /// server there is.
    package func close(_ reference: NotificationReference) {
        if finder.state == .asking {
            return waiting.append { [weak self] in self?.close(reference) }
        }
        guard let server = finder.server, server.token == reference.server else { return }
        call("CloseNotification", [.uint32(reference.id)], server) { _ in }
    }

    private func call(
        _ method: String, _ arguments: [BusValue], _ server: NotificationServer,
        answer: @escaping (Result<[BusValue], BusError>) -> Void
    ) {
        let target = Bus.Target(server.owner, ServerFinder.path, ServerFinder.name, method)
        bus.call(target, arguments, mayStart: false, patience: Self.patience) { result in
            answer(result.map { (try? $0.values()) ?? [] })
        }
    }

    // MARK: The badge

    /// Sets the number that the app's icon shows in docks, 0 for none: the `Update` signal of
    /// com.canonical.Unity.LauncherEntry, which Plasma, Dash to Dock, Plank and others read. A dock takes
    /// the number away when this program leaves the bus.
    package func setBadge(_ count: Int) {
        let properties = BusValue.dictionary([
            ("count", .int64(Int64(count))), ("count-visible", .bool(count > 0)),
        ])
        bus.emit(
            "Update", of: "com.canonical.Unity.LauncherEntry",
            at: "/com/canonical/unity/launcherentry/1",
            [.string("application://\(app.desktopEntry).desktop"), properties])
    }

    // MARK: What the server says

    private func serverChanged() {
        switch finder.state {
        case .asking: return
        case .absent: break
        case .present(let server):
            if server.token != latest { forgetScreen() }
            latest = server.token
            retry?.reset()
        }
        let waiting = waiting
        self.waiting = []
        for show in waiting { show() }
        if finder.server != nil { available() }
    }

    /// What another server showed is gone with it.
    private func forgetScreen() {
        limit.closeAll()
        tokens = [:]
    }

    private func listen(
        _ signal: String, _ take: @escaping (DesktopNotifications, UInt32, [BusValue]) -> Void
    ) {
        bus.listen(
            to: signal, of: ServerFinder.name, at: ServerFinder.path, from: ServerFinder.name
        ) { [weak self] message in
            // Anybody can send a signal straight to us; only the server is believed.
            guard let self, message.sender == finder.server?.owner,
                let values = try? message.values(), let id = values.first?.number
            else { return }
            take(self, id, values)
        }
    }

    private func reference(_ id: UInt32) -> NotificationReference? {
        server.map { NotificationReference(server: $0, id: id) }
    }

    private func takeClosed(_ id: UInt32, _ values: [BusValue]) {
        limit.close(id)
        tokens[id] = nil
        let reason = values.last?.number.flatMap(CloseReason.init(rawValue:)) ?? .undefined
        if let reference = reference(id) { closed(reference, reason) }
    }

    private func takeAction(_ id: UInt32, _ values: [BusValue]) {
        guard let action = values.last?.text, let reference = reference(id) else { return }
        activated(reference, action, tokens.removeValue(forKey: id))
    }
}
