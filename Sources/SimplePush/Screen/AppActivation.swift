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
        let payload: JSONObject
        /// "notification" for a click, the category's action, or "remote-notification".
        let action: String
        var threadID: String?
        /// Lets a window come forward.
        var token: String?
    }

    /// A click on a notification.
    static let click = "notification"
    /// A payload for the app alone.
    static let remoteNotification = "remote-notification"
    private static let patience = Duration.seconds(10)

    let bus: Bus
    let app: BundleIdentifier

    /// Tells the app. The completion is called once.
    func tell(_ event: Event, completion: @escaping (Result<Void, BusError>) -> Void) {
        var parameter: JSONObject = [
            "id": .string(event.message.id), "action": .string(event.action),
            "payload": .object(event.payload),
        ]
        parameter["thread"] = event.threadID.map { .string($0) }
        parameter["collapseId"] = event.message.collapseID.map { .string($0) }
        let platform = event.token.map { token in
            ["activation-token", "desktop-startup-id"].map { ($0, BusValue.string(token)) }
        }
        bus.call(
            Bus.Target(
                app.text, app.objectPath, "org.freedesktop.Application", "ActivateAction"),
            [
                .string(event.action),
                .array([.variant(.string(JSONValue.object(parameter).compactText))], of: "v"),
                .dictionary(platform ?? []),
            ], patience: Self.patience
        ) { completion($0.map { _ in }) }
    }
}
