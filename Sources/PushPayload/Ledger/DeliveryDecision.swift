package import StrictJSON

/// What is to be done with a message. After it was done, ``DeliveryLedger/finish(_:at:as:)`` says what
/// became of it.
package enum DeliveryDecision: Hashable, Sendable {
    /// Nothing; acknowledge it.
    case skip(SkipReason)
    /// Show it and set the badge, what of these it asks for; then tell the app, if it is to be woken.
    case present(Presentation)
    /// Hand this to the containing app as a call: one that comes in, or news of one that did.
    case report(userInfo: JSONObject)
    /// Show that a call was missed; `userInfo` is what the app would have been told.
    case tellMissedCall(userInfo: JSONObject)
    /// Take these off the screen and, where there is a `userInfo`, hand it to the containing app: a
    /// call was taken back.
    case withdraw([NotificationReference], userInfo: JSONObject?)
    /// Show that so many messages were dropped.
    case tellDropped(Int)
}

/// Why a message is not shown.
package enum SkipReason: Hashable, Sendable {
    /// It was dealt with before.
    case duplicate
    /// It counts no more.
    case expired
    /// A call that is over, and was told of before or taken elsewhere.
    case callIsOver
    /// It is not what a message has to be; in words, escaped.
    case unreadable(String)
}

/// A message for the screen, the badge or the app.
package struct Presentation: Hashable, Sendable {
    /// The message it came with.
    package let message: PushMessage
    /// What to present; shown as a notification where it has an `alert`.
    package let payload: PushPayload
    /// The notification that this one takes the place of.
    package let replaced: NotificationReference?
    /// Whether the app is to be woken up and handed the payload, once all else is done and remembered.
    package let wakesApp: Bool
}

/// What became of a message.
package enum DeliveryOutcome: Hashable, Sendable {
    /// It is on the screen as this notification.
    case shown(NotificationReference)
    /// There is no notification server: it waits for one, in the ledger.
    case kept
    /// The app has it, or there was nothing to do.
    case done
}
