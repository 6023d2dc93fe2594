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
    /// The message itself, where it is kept, or shown: what is clicked is about it.
    let message: PushMessage?

    init(_ message: PushMessage, at position: MailboxPosition?, as outcome: DeliveryOutcome) {
        id = message.id
        kind = message.kind
        collapseID = message.collapseID
        replacementKey = (try? message.presentedPayload())?.replacementKey
        self.position = position
        self.outcome = outcome
        self.message = outcome == .done ? nil : message
    }

    /// As ``PushMessage/key``.
    var key: String { collapseID ?? id }

    var json: JSONValue {
        var json: JSONObject = ["id": .string(id), "kind": .string(kind.rawValue)]
        json["collapseID"] = collapseID.map { .string($0) }
        json["replacementKey"] = replacementKey.map { .string($0) }
        json["position"] = position?.json
        json["message"] = message.map { .object($0.json) }
        if case .shown(let reference) = outcome { json["shown"] = reference.json }
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
        message = json?["message"].flatMap(PushMessage.init)
        if let reference = NotificationReference(json?["shown"]) {
            outcome = .shown(reference)
        } else {
            outcome = message == nil ? .done : .kept
        }
    }
}
