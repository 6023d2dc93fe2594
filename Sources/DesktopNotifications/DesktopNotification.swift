/// What a notification says and how, whatever server shows it; see the Desktop Notifications
/// Specification 1.3.
package struct DesktopNotification: Hashable, Sendable {
    /// How much it may disturb.
    package enum Urgency: UInt8, Hashable, Sendable {
        case low = 0
        case normal = 1
        /// It does not go away by itself.
        case critical = 2
    }

    /// How long it stays.
    package enum Timeout: Hashable, Sendable {
        /// As the server has it.
        case usual
        /// Until it is closed.
        case never
        /// For so long, or shorter, as the server has it.
        case after(Duration)
    }

    /// A button.
    package struct Action: Hashable, Sendable {
        /// What ``DesktopNotifications/activated`` is told; ``usual`` for a click on the notification.
        package let id: String
        /// What the button says.
        package let label: String

        /// A click on the notification itself.
        package static let usual = "default"

        /// A button, or with ``usual`` none.
        package init(id: String, label: String) {
            self.id = id
            self.label = label
        }
    }

    /// One line, never markup. Text from outside goes in as it came, here and in ``subtitle``, ``body``
    /// and labels: it is made harmless on its way out.
    package var summary: String
    /// A line between summary and body; nil for none.
    package var subtitle: String?
    /// The text.
    package var body: String
    /// A name from the icon theme, or a file's absolute path; nil for none.
    package var icon: String?
    /// A name from the sound theme; nil for silence.
    package var sound: String?
    /// How much it may disturb.
    package var urgency = Urgency.normal
    /// What kind it is, from the specification's list: "im.received", "call.incoming".
    package var category: String?
    /// Buttons, where the server has any.
    package var actions: [Action] = []
    /// What it is known by: where the server has one of the same app with the same tag on the screen, it
    /// takes that one's place. dunst, mako and SwayNotificationCenter do; nil for none.
    package var tag: String?
    /// Whether it stays after an action.
    package var isResident = false
    /// How long it stays.
    package var timeout = Timeout.usual

    /// A notification of one line and a text.
    package init(summary: String, body: String = "") {
        self.summary = summary
        self.body = body
    }

    /// Its bare text, for a server that may not like the rest; it goes when this one would, and to the
    /// same place.
    var plain: DesktopNotification {
        var plain = DesktopNotification(summary: summary, body: body)
        plain.tag = tag
        plain.timeout = timeout
        return plain
    }
}
