package import PushPayload
package import StrictJSON

/// Where messages become visible, or reach the app in the background.
///
/// Each completion is called once, from the loop, with what became of it: ``DeliveryOutcome/kept`` where
/// there is no notification server that could show it.
package protocol Screen: AnyObject {
    /// Called when a notification server has appeared: what was kept can be shown.
    var whenAvailable: (() -> Void)? { get set }
    /// Called when a notification is gone from the screen.
    var whenClosed: ((NotificationReference) -> Void)? { get set }

    /// Called when an action of a notification was chosen, with a token that lets a window come forward.
    var whenActivated: ((NotificationReference, _ action: String, _ token: String?) -> Void)? {
        get set
    }

    /// Shows a notification and sets the badge, what of these it asks for.
    func present(
        _ presentation: Presentation, completion: @escaping (DeliveryOutcome) -> Void)

    /// Shows that a call was missed.
    func presentMissedCall(
        _ message: PushMessage, userInfo: JSONObject,
        completion: @escaping (DeliveryOutcome) -> Void)

    /// Shows how many messages a full mailbox has lost.
    func presentDropped(
        _ count: Int, message: PushMessage, completion: @escaping (DeliveryOutcome) -> Void)

    /// Wakes the app and hands it a message. The completion is called once, whether the app has it or has
    /// missed its chance.
    func wakeApp(with message: PushMessage, completion: @escaping () -> Void)

    /// Tells the app which action of a message's notification was chosen.
    func activate(_ action: String, of message: PushMessage, token: String?)

    /// Takes notifications off the screen.
    func withdraw(_ references: [NotificationReference])
}
