import StrictJSON

/// A call that was told of.
struct KnownCall: Hashable, Sendable {
    /// ``PushMessage/key`` of the call.
    let key: String
    /// Whether the containing app was told that it comes in, and not yet that it is over.
    var isReported: Bool

    var json: JSONValue { ["key": .string(key), "isReported": .bool(isReported)] }

    init(key: String, isReported: Bool) {
        self.key = key
        self.isReported = isReported
    }

    init?(_ json: JSONValue) {
        guard let key = json["key"]?.string else { return nil }
        self.init(key: key, isReported: json["isReported"] == true)
    }
}

extension DeliveryLedger {
    /// What is known of the call with this key.
    func call(_ key: String) -> KnownCall? { calls.last { $0.key.hasSameBytes(as: key) } }

    mutating func apply(_ message: FinishedMessage) {
        if let position = message.position { self.position = position }
        recentIDs.insert(message.id)
        kept.removeAll { $0.id.hasSameBytes(as: message.id) }
        switch message.kind {
        case .call, .callEnd: applyCall(message)
        case .withdraw: applyWithdrawal(of: message.key)
        case .notification, .dropped: break
        }
        switch message.outcome {
        case .shown(let reference): applyShown(message, reference)
        case .kept: if let kept = message.message { keep(kept, message) }
        case .done: break
        }
        if message.awaitsApp, let message = message.message {
            untold.append(message)
            untold.removeFirst(max(0, untold.count - Self.mostUntold))
        }
    }

    private mutating func applyShown(
        _ message: FinishedMessage, _ reference: NotificationReference
    ) {
        shown.removeAll {
            $0.reference == reference
                || $0.isReplaced(
                    byCollapseID: message.collapseID, replacementKey: message.replacementKey)
        }
        shown.append(ShownNotification(message, as: reference))
        shown.removeFirst(max(0, shown.count - Self.mostNotifications))
    }

    /// A call that is shown is a missed one; one that is done with was handed to the app.
    private mutating func applyCall(_ message: FinishedMessage) {
        if case .shown = message.outcome { missedCalls += 1 }
        guard message.outcome != .kept else { return }
        calls.removeAll { $0.key.hasSameBytes(as: message.key) }
        let isReported = message.kind == .call && message.outcome == .done
        calls.append(KnownCall(key: message.key, isReported: isReported))
        calls.removeFirst(max(0, calls.count - Self.mostCalls))
    }

    private mutating func applyWithdrawal(of target: String) {
        shown.removeAll { $0.isWithdrawn(by: target) }
        let isTarget: (PushMessage) -> Bool = {
            $0.key.hasSameBytes(as: target) || $0.id.hasSameBytes(as: target)
        }
        kept.removeAll(where: isTarget)
        untold.removeAll(where: isTarget)
        if call(target)?.isReported == true {
            calls.removeAll { $0.key.hasSameBytes(as: target) }
            calls.append(KnownCall(key: target, isReported: false))
        }
    }

    /// Of those that would replace each other only the newest waits.
    private mutating func keep(_ message: PushMessage, _ finished: FinishedMessage) {
        kept.removeAll { earlier in
            let earlier = ShownNotification(
                FinishedMessage(earlier, at: nil, as: .done),
                as: NotificationReference(server: "", id: 0))
            return earlier.isReplaced(
                byCollapseID: finished.collapseID, replacementKey: finished.replacementKey)
        }
        kept.append(message)
        let surplus = max(0, kept.count - Self.mostKept)
        kept.removeFirst(surplus)
        forgotten += surplus
    }
}
