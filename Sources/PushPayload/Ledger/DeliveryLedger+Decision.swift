import LocalPushModel
import StrictJSON

extension DeliveryLedger {
    /// What to do with a message.
    ///
    /// - Parameters:
    ///   - position: where it came from; nil for one of ``kept``, which is known.
    ///   - now: milliseconds since 1970.
    ///   - timeText: writes such a time as ISO 8601 in UTC, for the app.
    package func decide(
        _ message: PushMessage, at position: MailboxPosition?, now: Int64,
        timeText: (Int64) -> String
    ) -> DeliveryDecision {
        if let position, wasSeen(message.id, position) { return .skip(.duplicate) }
        do throws(DocumentError) {
            switch message.kind {
            case .notification:
                return try decideNotification(message, isKept: position == nil, now)
            case .call: return try decideCall(message, now, timeText)
            case .callEnd: return try decideCallEnd(message, now, timeText)
            case .withdraw: return try decideWithdrawal(message, timeText)
            case .dropped: return .tellDropped(try message.dropped())
            }
        } catch {
            return .skip(.unreadable(error.description))
        }
    }

    private func wasSeen(_ id: String, _ position: MailboxPosition) -> Bool {
        recentIDs.contains(id) || self.position?.isSameMessage(as: position) == true
    }

    private func decideNotification(
        _ message: PushMessage, isKept: Bool, _ now: Int64
    ) throws(DocumentError) -> DeliveryDecision {
        if message.isExpired(at: now) { return .skip(.expired) }
        let whole = try PushPayload(parsing: message.body)
        let visible = try whole.visible()
        let payload = visible ?? whole
        // What is shown in the app's stead needs no app.
        let isForApp =
            visible == nil
            ? whole.isContentAvailable || whole.isSilent
            : visible == whole && whole.isContentAvailable
        return .present(
            Presentation(
                message: message, payload: payload,
                replaced: notification(
                    replacedBy: message.collapseID, or: payload.replacementKey),
                // Of what was kept the app was told when it came.
                wakesApp: isForApp && !isKept))
    }

    private func notification(
        replacedBy collapseID: String?, or replacementKey: String?
    ) -> NotificationReference? {
        // Most messages replace nothing, and there may be many on the screen.
        if collapseID == nil, replacementKey == nil { return nil }
        return shown.last {
            $0.isReplaced(byCollapseID: collapseID, replacementKey: replacementKey)
        }?.reference
    }

    private func decideCall(
        _ message: PushMessage, _ now: Int64, _ timeText: (Int64) -> String
    ) throws(DocumentError) -> DeliveryDecision {
        if message.isExpired(at: now) { return .skip(.expired) }
        if call(message.key) != nil { return .skip(.callIsOver) }
        let userInfo = try message.callUserInfo(timeText)
        return now < message.ringEnd
            ? .report(userInfo: userInfo) : .tellMissedCall(userInfo: userInfo)
    }

    /// The end of a call that nothing was heard of means that it was missed. It takes the call's place in
    /// the mailbox, so that is what a device finds that was away.
    private func decideCallEnd(
        _ message: PushMessage, _ now: Int64, _ timeText: (Int64) -> String
    ) throws(DocumentError) -> DeliveryDecision {
        let userInfo = try message.callUserInfo(timeText)
        if let call = call(message.key) {
            return call.isReported ? .report(userInfo: userInfo) : .skip(.callIsOver)
        }
        if message.isExpired(at: now) { return .skip(.expired) }
        return userInfo["event"] == .string(CallEvent.answeredElsewhere.rawValue)
            ? .skip(.callIsOver) : .tellMissedCall(userInfo: userInfo)
    }

    private func decideWithdrawal(
        _ message: PushMessage, _ timeText: (Int64) -> String
    ) throws(DocumentError) -> DeliveryDecision {
        let target = message.key
        let references = shown.filter { $0.isWithdrawn(by: target) }.map(\.reference)
        let isRinging = call(target)?.isReported == true
        return .withdraw(references, userInfo: isRinging ? try message.callUserInfo(timeText) : nil)
    }
}
