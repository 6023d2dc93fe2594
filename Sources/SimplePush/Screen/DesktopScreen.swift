import DesktopNotifications
package import LinuxSystem
package import LocalPushModel
package import PushPayload
package import StrictJSON
package import SystemdSupport

/// The screen of a user's session: notifications, the badge, and the containing app behind them.
package final class DesktopScreen: Screen {
    package var whenAvailable: (() -> Void)?
    package var whenClosed: ((NotificationReference) -> Void)?

    private let notifications: DesktopNotifications
    private let app: AppDescription
    private let activation: AppActivation
    private let log: Log
    private var events = RecentEvents()
    private var retry: TimerSource?
    private var pause = DesktopScreen.shortestPause

    /// After a server has refused a notification it is asked again, later each time.
    private static let shortestPause = Duration.seconds(15)
    private static let longestPause = Duration.seconds(600)

    /// - Parameters:
    ///   - bus: the session's, not connected yet; whoever owns it connects it.
    ///   - identifier: the containing app.
    package init(
        on bus: Bus, for identifier: BundleIdentifier, described app: AppDescription,
        loop: EventLoop, log: Log
    ) throws(SystemError) {
        self.app = app
        self.log = log
        activation = AppActivation(bus: bus, app: identifier)
        notifications = DesktopNotifications(
            on: bus, appName: app.name, desktopEntry: identifier.text, log: log)
        retry = try loop.timer(accuracy: .seconds(1)) { [weak self] in self?.whenAvailable?() }
        notifications.available = { [weak self] in
            self?.pause = Self.shortestPause
            self?.whenAvailable?()
        }
        notifications.closed = { [weak self] reference, _ in
            self?.events.remove(reference)
            self?.whenClosed?(reference)
        }
        notifications.activated = { [weak self] in self?.take($1, of: $0, token: $2) }
    }

    package func present(
        _ presentation: Presentation, completion: @escaping (DeliveryOutcome) -> Void
    ) {
        let (payload, message) = (presentation.payload, presentation.message)
        if let badge = payload.badge { notifications.setBadge(badge) }
        let event = AppActivation.Event(
            message: message, payload: payload.object, action: AppActivation.remoteNotification,
            threadID: payload.threadID)
        let notification = payload.notification(of: app, priority: message.priority)
        if let notification {
            show(notification, replacing: presentation.replaced, event, completion: completion)
        }
        guard presentation.wakesApp else {
            return notification == nil ? completion(.done) : ()
        }
        wake(event) { if notification == nil { completion(.done) } }
    }

    package func presentMissedCall(
        _ message: PushMessage, userInfo: JSONObject,
        completion: @escaping (DeliveryOutcome) -> Void
    ) {
        var caller: String?
        if case .string(let name)? = userInfo["senderName"] { caller = name }
        let event = AppActivation.Event(
            message: message, payload: userInfo, action: AppActivation.click)
        show(.missedCall(from: caller, app: app), event, completion: completion)
    }

    package func presentDropped(
        _ count: Int, message: PushMessage, completion: @escaping (DeliveryOutcome) -> Void
    ) {
        let body =
            count == 1
            ? "A message was dropped: there was no room to keep it."
            : "\(count) messages were dropped: there was no room to keep them."
        let notification = DesktopNotification(summary: app.name, body: body)
        let event = AppActivation.Event(
            message: message, payload: [:], action: AppActivation.click)
        show(notification, event, completion: completion)
    }

    package func withdraw(_ references: [NotificationReference]) {
        for reference in references { notifications.close(reference) }
    }

    // MARK: Notifications

    private func show(
        _ notification: DesktopNotification, replacing replaced: NotificationReference? = nil,
        _ event: AppActivation.Event, completion: @escaping (DeliveryOutcome) -> Void
    ) {
        var tagged = notification
        // An agent that was killed while it showed this message shows it again, in the same place.
        tagged.tag = event.message.id
        notifications.show(tagged, replacing: replaced) { [weak self] result in
            switch result {
            case .success(let reference):
                self?.events.add(event, for: reference)
                completion(.shown(reference))
            case .failure(.noServer): completion(.kept)
            case .failure(.refused(let error)):
                self?.wasRefused(notification, error, event, completion)
            }
        }
    }

    /// Perhaps it is something about this notification: its bare text is tried, and else it is kept.
    private func wasRefused(
        _ notification: DesktopNotification, _ error: BusError, _ event: AppActivation.Event,
        _ completion: @escaping (DeliveryOutcome) -> Void
    ) {
        let words = SafeText.escaped(error.description)
        let plain = DesktopNotification(summary: notification.summary, body: notification.body)
        guard notification == plain else {
            log.notice("the notification server wants it plainer: \(words)")
            return show(plain, event, completion: completion)
        }
        log.warning("the notification server refuses a notification: \(words)")
        retry?.set(after: pause)
        pause = min(pause * 2, Self.longestPause)
        completion(.kept)
    }

    // MARK: The app

    private func take(_ action: String, of reference: NotificationReference, token: String?) {
        guard let event = events[reference] else { return }
        let isClick = action == DesktopNotification.Action.usual
        let told = AppActivation.Event(
            message: event.message, payload: event.payload,
            action: isClick ? AppActivation.click : action, threadID: event.threadID, token: token)
        activation.tell(told) { [log] result in
            guard case .failure(let error) = result else { return }
            log.notice("the app does not take a click: \(SafeText.escaped(error.description))")
        }
    }

    /// An app that cannot be reached has missed its chance, as on Apple's platforms: what is for it
    /// alone must not hold up what is for people.
    private func wake(_ event: AppActivation.Event, completion: @escaping () -> Void) {
        activation.tell(event) { [log] result in
            if case .failure(let error) = result {
                let words = SafeText.escaped(error.description)
                log.notice("the app does not take a message in the background: \(words)")
            }
            completion()
        }
    }
}

/// What the notifications on the screen are about, for as many as anybody may still click.
private struct RecentEvents {
    private static let most = 256
    private var events: [NotificationReference: AppActivation.Event] = [:]
    private var order: [NotificationReference] = []

    subscript(_ reference: NotificationReference) -> AppActivation.Event? { events[reference] }

    mutating func add(_ event: AppActivation.Event, for reference: NotificationReference) {
        remove(reference)
        events[reference] = event
        order.append(reference)
        if order.count > Self.most { events[order.removeFirst()] = nil }
    }

    mutating func remove(_ reference: NotificationReference) {
        guard events.removeValue(forKey: reference) != nil else { return }
        order.removeAll { $0 == reference }
    }
}
