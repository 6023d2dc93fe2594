import DesktopNotifications
import PushPayload

extension PushPayload {
    /// The payload's alert as a notification of an app; nil without one.
    func notification(
        of app: AppDescription, priority: Int
    ) -> DesktopNotification? {
        guard let alert else { return nil }
        func text(_ text: PushText?) -> String? { text?.resolved { app.strings[$0] } }
        // A notification without a title has the app's name there, as on Apple's platforms.
        let title = text(alert.title).flatMap { $0.isEmpty ? nil : $0 } ?? app.name
        var notification = DesktopNotification(summary: title, body: text(alert.body) ?? "")
        notification.subtitle = text(alert.subtitle)
        notification.icon = app.icon ?? "mail-unread"
        notification.urgency = urgency(priority: priority)
        notification.sound = notification.urgency == .low ? nil : soundName
        notification.category = "im.received"
        notification.actions =
            [.init(id: DesktopNotification.Action.usual, label: "Open")]
            + (category.flatMap { app.categories[$0] } ?? [])
        return notification
    }

    /// What breaks through stays on the screen until it is seen.
    private func urgency(priority: Int) -> DesktopNotification.Urgency {
        if sound?.isCritical == true { return .critical }
        switch interruptionLevel {
        case .passive: return .low
        case .active: return .normal
        case .timeSensitive, .critical: return .critical
        case nil: return priority >= Self.usualPriority ? .normal : .low
        }
    }

    private static let usualPriority = 6

    /// The sound theme's name for the payload's sound, which may be a file's without its extension.
    private var soundName: String? {
        guard let name = sound?.name else { return nil }
        if name == PushSound.usual { return "message-new-instant" }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 1 ? parts.dropLast().joined(separator: ".") : name
    }
}

extension DesktopNotification {
    /// Word of a call that nobody took.
    static func missedCall(
        from caller: String?, app: AppDescription
    ) -> DesktopNotification {
        var notification = DesktopNotification(
            summary: "Missed call", body: caller ?? "Unknown caller")
        notification.icon = app.icon ?? "call-stop"
        notification.category = "call.unanswered"
        notification.actions = [.init(id: Action.usual, label: "Open")]
        return notification
    }
}
