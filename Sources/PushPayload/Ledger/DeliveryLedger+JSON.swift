package import LocalPushModel
package import StrictJSON

extension DeliveryLedger {
    /// The version of ``json``'s form that this program writes, and the newest that it reads.
    package static let formatVersion = 1

    /// All that is remembered.
    package var json: JSONObject {
        var json: JSONObject = [
            "formatVersion": .number(JSONNumber(Self.formatVersion)),
            "recentIDs": .array(recentIDs.all.map { .string($0) }),
            "shown": .array(shown.map(\.json)), "calls": .array(calls.map(\.json)),
            "kept": .array(kept.map { .object($0.json) }),
            "untold": .array(untold.map { .object($0.json) }),
            "forgotten": .number(JSONNumber(forgotten)),
            "missedCalls": .number(JSONNumber(missedCalls)),
        ]
        json["instance"] = instance.map { .string($0) }
        json["position"] = position?.json
        return json
    }

    /// Reads ``json``. What is missing or wrong in it is as if it had not been remembered. Throws only
    /// for what is no ledger, or one of a newer form.
    package init(_ json: JSONValue) throws(InvalidValue) {
        guard let version = json["formatVersion"]?.integer else {
            throw InvalidValue("this is not a ledger: it has no formatVersion")
        }
        guard version <= Self.formatVersion else {
            throw InvalidValue(
                "format \(version) is newer than this program, which knows format "
                    + "\(Self.formatVersion)")
        }
        instance = json["instance"]?.string
        position = MailboxPosition(json["position"])
        for id in json["recentIDs"]?.elements ?? [] {
            if let id = id.string { recentIDs.insert(id) }
        }
        shown = (json["shown"]?.elements ?? []).compactMap { ShownNotification($0) }
        calls = (json["calls"]?.elements ?? []).compactMap { KnownCall($0) }
        kept = (json["kept"]?.elements ?? []).compactMap { PushMessage($0) }
        untold = (json["untold"]?.elements ?? []).compactMap { PushMessage($0) }
        forgotten = json["forgotten"]?.integer ?? 0
        missedCalls = json["missedCalls"]?.integer ?? 0
    }
}
