import LinuxSystem
import LocalPushModel
import PushPayload
import StrictJSON
import SystemdSupport

/// Reaches the containing app over the bus, which starts it where it does not run:
/// `org.freedesktop.Application.ActivateAction` (Desktop Entry Specification, "D-Bus Activation").
struct AppActivation {
    /// What the app is told: which message, and what was done with it.
    struct Event {
        let message: PushMessage
        /// "notification" for a click, the category's action, or "remote-notification".
        let action: String
        /// Lets a window come forward.
        let token: String?
        private let payload: JSONObject
        private let threadID: String?

        init(_ message: PushMessage, action: String, token: String? = nil) {
            self.message = message
            self.action = action
            self.token = token
            let shown = try? message.presentedPayload()
            threadID = shown?.threadID
            switch message.kind {
            case .notification: payload = shown?.object ?? [:]
            case .call, .callEnd:
                let userInfo = try? message.callUserInfo { WallClock.text($0 * 1_000_000) }
                payload = userInfo ?? [:]
            case .withdraw, .dropped: payload = [:]
            }
        }

        /// The event as the app is told it.
        var json: JSONObject {
            var json: JSONObject = [
                "id": .string(message.id), "action": .string(action), "payload": .object(payload),
            ]
            json["thread"] = threadID.map { .string($0) }
            json["collapseId"] = message.collapseID.map { .string($0) }
            return json
        }
    }

    /// A click on a notification.
    static let click = "notification"
    /// A payload for the app alone.
    static let remoteNotification = "remote-notification"
    let bus: Bus
    let app: BundleIdentifier

    /// Tells the app. The completion is called once.
    func tell(
        _ event: Event, patience: Duration = .seconds(10),
        completion: @escaping (Result<Void, BusError>) -> Void
    ) {
        let platform = event.token.map { token in
            ["activation-token", "desktop-startup-id"].map { ($0, BusValue.string(token)) }
        }
        bus.call(
            Bus.Target(
                app.text, app.objectPath, "org.freedesktop.Application", "ActivateAction"),
            [
                .string(event.action),
                .array([.variant(.string(JSONValue.object(event.json).compactText))], of: "v"),
                .dictionary(platform ?? []),
            ], patience: patience
        ) { completion($0.map { _ in }) }
    }
}
