import StrictJSON

/// What a ledger needs to know of a message that was dealt with.
struct FinishedMessage: Hashable, Sendable {
    let id: String
    let kind: PushMessage.Kind
    let collapseID: String?
    /// ``PushPayload/replacementKey``
    let replacementKey: String?
    /// nil for one that had been kept.
    let position: MailboxPosition?
    let outcome: DeliveryOutcome
    /// Whether the app is yet to be told of it.
    let awaitsApp: Bool
    /// The message itself, where it is kept, awaits the app, or is shown: what is clicked is about it.
    let message: PushMessage?

    init(
        _ message: PushMessage, at position: MailboxPosition?, as outcome: DeliveryOutcome,
        awaitsApp: Bool = false
    ) {
        id = message.id
        kind = message.kind
        collapseID = message.collapseID
        replacementKey = (try? message.presentedPayload())?.replacementKey
        self.position = position
        self.outcome = outcome
        self.awaitsApp = awaitsApp
        self.message = outcome == .done && !awaitsApp ? nil : message
    }

    /// As ``PushMessage/key``.
    var key: String { collapseID ?? id }

    var json: JSONValue {
        var json: JSONObject = ["id": .string(id), "kind": .string(kind.rawValue)]
        json["collapseID"] = collapseID.map { .string($0) }
        json["replacementKey"] = replacementKey.map { .string($0) }
        json["position"] = position?.json
        json["message"] = message.map { .object($0.json) }
        if awaitsApp { json["awaitsApp"] = true }
        switch outcome {
        case .shown(let reference): json["shown"] = reference.json
        case .done where message != nil: json["isDone"] = true
        case .kept, .done: break
        }
        return .object(json)
    }

    init?(_ json: JSONValue?) {
        guard let id = json?["id"]?.string,
            let kind = json?["kind"]?.string.flatMap(PushMessage.Kind.init(rawValue:))
        else { return nil }
        self.id = id
        self.kind = kind
        collapseID = json?["collapseID"]?.string
        replacementKey = json?["replacementKey"]?.string
        position = MailboxPosition(json?["position"])
        awaitsApp = json?["awaitsApp"] == true
        message = json?["message"].flatMap(PushMessage.init)
        if let reference = NotificationReference(json?["shown"]) {
            outcome = .shown(reference)
        } else {
            outcome = message == nil || json?["isDone"] == true ? .done : .kept
        }
    }
}
