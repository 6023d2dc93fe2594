import LinuxSystem
import SystemdSupport

extension DesktopNotification {
    /// The arguments of Notify, for what `server` can do.
    ///
    /// - Parameters:
    ///   - app: the name of the app, for people, and of its desktop file.
    ///   - replaced: the number of the notification that it takes the place of; 0 for none.
    func arguments(
        for server: NotificationServer, app: (name: String, desktopEntry: String),
        replacing replaced: UInt32, isMuted: Bool
    ) -> [BusValue] {
        let text = texts(for: server)
        return [
            .string(app.name), .uint32(replaced), .string(icon ?? ""), .string(text.summary),
            .string(text.body), .strings(server.can("actions") ? buttons : []),
            .dictionary(hints(app.desktopEntry, isMuted: isMuted)),
            .int32(timeout.milliseconds),
        ]
    }

    /// Summary and body. Only a body is markup, and only where the server says so; some servers show
    /// no body.
    func texts(for server: NotificationServer) -> (summary: String, body: String) {
        let summary = NotificationText.line(summary)
        let subtitle = self.subtitle.map(NotificationText.line) ?? ""
        let text = NotificationText.body(body)
        let parts = [subtitle, text].filter { !$0.isEmpty }
        guard server.can("body") else {
            let all = [summary] + parts
            return (NotificationText.line(all.filter { !$0.isEmpty }.joined(separator: ": ")), "")
        }
        guard server.can("body-markup") else { return (summary, parts.joined(separator: "\n")) }
        let escaped = NotificationText.escaped(text)
        if subtitle.isEmpty { return (summary, escaped) }
        let bold = "<b>\(NotificationText.escaped(subtitle))</b>"
        return (summary, escaped.isEmpty ? bold : bold + "\n" + escaped)
    }

    /// Keys and labels in turn.
    private var buttons: [String] {
        actions.flatMap { [$0.id, NotificationText.line($0.label)] }
    }

    private func hints(_ desktopEntry: String, isMuted: Bool) -> [(String, BusValue)] {
        var hints: [(String, BusValue)] = [
            ("urgency", .byte(urgency.rawValue)), ("desktop-entry", .string(desktopEntry)),
        ]
        if let category { hints.append(("category", .string(category))) }
        // dunst(5); there is no such thing in the specification.
        if let tag { hints.append(("x-dunst-stack-tag", .string(tag))) }
        if isResident { hints.append(("resident", .bool(true))) }
        if let sound, !isMuted {
            hints.append(("sound-name", .string(NotificationText.line(sound))))
        } else {
            hints.append(("suppress-sound", .bool(true)))
        }
        return hints
    }
}

extension DesktopNotification.Timeout {
    /// As Notify's `expire_timeout` has it.
    fileprivate var milliseconds: Int32 {
        switch self {
        case .usual: -1
        case .never: 0
        // 0 would be for ever.
        case .after(let time): Int32(clamping: max(1, time.nanoseconds / 1_000_000))
        }
    }
}
