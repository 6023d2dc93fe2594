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
    package var whenActivated:
        ((NotificationReference, _ action: String, _ token: String?) -> Void)?

    private let notifications: DesktopNotifications
    private let app: AppDescription
    private let activation: AppActivation
    private let log: Log
    private let caller: AppCaller

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
        caller = try AppCaller(activation, loop: loop, log: log)
        notifications = try DesktopNotifications(
            on: bus, appName: app.name, desktopEntry: identifier.text, loop: loop, log: log)
        notifications.available = { [weak self] in self?.whenAvailable?() }
        notifications.closed = { [weak self] reference, _ in self?.whenClosed?(reference) }
        notifications.activated = { [weak self] reference, action, token in
            self?.whenActivated?(reference, action, token)
        }
    }

    package func present(
        _ presentation: Presentation, completion: @escaping (DeliveryOutcome) -> Void
    ) {
        let (payload, message) = (presentation.payload, presentation.message)
        if let badge = payload.badge { notifications.setBadge(badge) }
        let notification = payload.notification(of: app, priority: message.priority)
        guard let notification else { return completion(.done) }
        show(notification, of: message, replacing: presentation.replaced, completion: completion)
    }

    package func presentMissedCall(
        _ message: PushMessage, userInfo: JSONObject,
        completion: @escaping (DeliveryOutcome) -> Void
    ) {
        var caller: String?
        if case .string(let name)? = userInfo["senderName"] { caller = name }
        show(.missedCall(from: caller, app: app), of: message, completion: completion)
    }

    package func presentDropped(
        _ count: Int, message: PushMessage, completion: @escaping (DeliveryOutcome) -> Void
    ) {
        let body =
            count == 1
            ? "A message was dropped: there was no room to keep it."
            : "\(count) messages were dropped: there was no room to keep them."
        let notification = DesktopNotification(summary: app.name, body: body)
        show(notification, of: message, completion: completion)
    }

    package func withdraw(_ references: [NotificationReference]) {
        for reference in references { notifications.close(reference) }
    }

    // MARK: Notifications

    private func show(
        _ notification: DesktopNotification, of message: PushMessage,
        replacing replaced: NotificationReference? = nil,
        completion: @escaping (DeliveryOutcome) -> Void
    ) {
        var tagged = notification
        // An agent that was killed while it showed this message shows it again, in the same place.
        tagged.tag = message.id
        notifications.show(tagged, replacing: replaced) { [log] result in
            switch result {
            case .success(let reference): return completion(.shown(reference))
            case .failure(.refused(let error)):
                let words = SafeText.escaped(error.description)
                log.warning("the notification server refuses a notification: \(words)")
            case .failure(.noAnswer): log.notice("the notification server does not answer")
            case .failure(.noServer): break
            }
            completion(.kept)
        }
    }

    // MARK: The app

    package func wakeApp(with message: PushMessage, completion: @escaping () -> Void) {
        let event = AppActivation.Event(message, action: AppActivation.remoteNotification)
        caller.tell(event, completion: completion)
    }

    package func activate(_ action: String, of message: PushMessage, token: String?) {
        let isClick = action == DesktopNotification.Action.usual
        let event = AppActivation.Event(
            message, action: isClick ? AppActivation.click : action, token: token)
        activation.tell(event) { [log] result in
            guard case .failure(let error) = result else { return }
            log.notice("the app does not take a click: \(SafeText.escaped(error.description))")
        }
    }
}
