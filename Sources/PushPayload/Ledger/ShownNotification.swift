import StrictJSON

/// A notification on the screen and what later messages know it by.
struct ShownNotification: Hashable, Sendable {
    let reference: NotificationReference
    let id: String
    let collapseID: String?
    let replacementKey: String?
    /// What it is about; nil where an earlier version has not kept it.
    let message: PushMessage?

    /// Whether a message with these takes its place.
    func isReplaced(byCollapseID collapseID: String?, replacementKey: String?) -> Bool {
        Self.isSame(self.collapseID, collapseID)
            || Self.isSame(self.replacementKey, replacementKey)
    }

    /// Whether taking back `target` takes it back.
    func isWithdrawn(by target: String) -> Bool {
        Self.isSame(collapseID, target) || id.hasSameBytes(as: target)
    }

    private static func isSame(_ one: String?, _ other: String?) -> Bool {
        guard let one, let other else { return false }
        return one.hasSameBytes(as: other)
    }

    var json: JSONValue {
        var json: JSONObject = ["notification": reference.json, "id": .string(id)]
        json["collapseID"] = collapseID.map { .string($0) }
        json["replacementKey"] = replacementKey.map { .string($0) }
        json["message"] = message.map { .object($0.json) }
        return .object(json)
    }
}

extension ShownNotification {
    init(_ message: FinishedMessage, as reference: NotificationReference) {
        self.init(
            reference: reference, id: message.id, collapseID: message.collapseID,
            replacementKey: message.replacementKey, message: message.message)
    }

    init?(_ json: JSONValue) {
        guard let reference = NotificationReference(json["notification"]),
            let id = json["id"]?.string
        else { return nil }
        self.init(
            reference: reference, id: id, collapseID: json["collapseID"]?.string,
            replacementKey: json["replacementKey"]?.string,
            message: json["message"].flatMap(PushMessage.init))
    }
}
