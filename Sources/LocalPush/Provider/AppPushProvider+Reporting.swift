import MessageLines
import SystemdSupport

extension AppPushProvider {
    /// Reports a call: the containing app is started if need be and given `userInfo`, unchanged.
    ///
    /// - Parameter userInfo: What the app is told, as JSON at most 1 MiB less a few bytes. What is
    ///   longer is not delivered, and the log says so.
    public final func reportIncomingCall(userInfo: PropertyList) {
        reportIncomingCall(userInfo: userInfo, id: ProviderSession.newCallID()) {
            [log] isDelivered in
            if !isDelivered { log.warning("the containing app did not take a call") }
        }
    }

    /// Reports a call by an identifier, and hears whether the containing app took it.
    ///
    /// The app gets what is reported under one identifier at most once, so a provider that does not know
    /// whether a call arrived, as after a crash, reports it again under the same one. For the same
    /// reason whatever is new, as the end of the call, needs an identifier that was never used, by
    /// earlier agents of the provider either.
    ///
    /// - Parameters:
    ///   - userInfo: What the app is told, as JSON at most 1 MiB less a few bytes.
    ///   - id: The identifier, 1 to 255 UTF-8 bytes.
    ///   - completionHandler: Called from the loop, with whether the app has taken the call, at most
    ///     some 30 s later; false also for what cannot be reported at all, and when no session runs.
    public final func reportIncomingCall(
        userInfo: PropertyList, id: String,
        completionHandler: @escaping (_ isDelivered: Bool) -> Void
    ) {
        guard let session else { return completionHandler(false) }
        session.report(id: id, userInfo: userInfo.json, completionHandler)
    }

    /// Tells how the provider is doing, as `localpush status` shows it.
    ///
    /// May be called as often as things change: what has been overtaken within 100 ms is not sent.
    ///
    /// - Parameters:
    ///   - state: A word: "connected", "waiting". At most 255 UTF-8 bytes, the rest is cut off.
    ///   - detail: A sentence for people, as what is waited for; at most 4096 UTF-8 bytes.
    ///   - delivered: How many messages have reached the user since the agent started.
    public final func reportStatus(
        _ state: String, detail: String? = nil, delivered: Int? = nil
    ) {
        session?.report(AgentStatus(state: state, detail: detail, delivered: delivered))
    }
}
