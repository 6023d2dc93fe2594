package import SystemdSupport

extension DesktopNotifications {
    /// Why a notification is not shown.
    package enum Failure: Error, Hashable, Sendable {
        /// There is no notification server.
        case noServer
        /// There is one, and it does not answer. It may have shown the notification.
        case noAnswer
        /// It refuses, for this reason, in its own words.
        case refused(BusError)
    }

    /// Why a notification is gone; the specification's numbers.
    package enum CloseReason: UInt32, Hashable, Sendable {
        case expired = 1
        case dismissed = 2
        case closed = 3
        case undefined = 4
    }
}

extension BusError {
    /// Whether there is nobody, or nobody any more, who could have answered.
    var isAbsence: Bool {
        [
            Self.disconnected, Self.serviceUnknown, Self.nameHasNoOwner,
            "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout",
        ].contains(name)
    }
}
