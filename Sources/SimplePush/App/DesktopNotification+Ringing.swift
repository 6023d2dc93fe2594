import DesktopNotifications
import LinuxSystem

extension DesktopNotification {
    /// The buttons of a call that rings.
    enum Answer: String, CaseIterable {
        case accept
        case decline

        /// What becomes of the call.
        var state: Call.State {
            switch self {
            case .accept: .accepted
            case .decline: .declined
            }
        }

        var action: Action {
            switch self {
            case .accept: Action(id: rawValue, label: "Accept")
            case .decline: Action(id: rawValue, label: "Decline")
            }
        }
    }

    /// A call that rings until it ends by itself, should nobody be left to end it.
    ///
    /// - Parameter now: milliseconds since 1970.
    static func ringing(_ call: Call, app: AppDescription, at now: Int64) -> DesktopNotification {
        var notification = DesktopNotification(
            summary: call.caller.isEmpty ? "Unknown caller" : call.caller,
            body: "Incoming call")
        notification.icon = "call-start"
        notification.category = "call.incoming"
        notification.sound = "phone-incoming-call"
        notification.urgency = .critical
        notification.isResident = true
        notification.timeout = .after(.milliseconds(call.ringEnd - now))
        notification.actions = Answer.allCases.map(\.action)
        return notification
    }
}
