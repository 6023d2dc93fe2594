package import LocalPushModel
package import StrictJSON

/// What becomes of a call, as its app is told.
package enum CallEvent: String, Hashable, Sendable {
    /// It comes in.
    case incoming
    /// The caller has given up, or hung up.
    case ended
    /// Another device has taken it.
    case answeredElsewhere
}

extension PushMessage {
    /// The payload that is presented: the message's own, or the one in it; nil when there is none.
    package func presentedPayload() throws(DocumentError) -> PushPayload? {
        guard kind == .notification else { return nil }
        let payload = try PushPayload(parsing: body)
        return try payload.visible() ?? payload
    }

    /// What the containing app is told of a call: the payload's own keys and `call`, `event`, `sent` and
    /// `ringSeconds`, which come before any of the same names. The event of a call is always `incoming`;
    /// of its end, what the payload says. Throws when the body is not a payload.
    ///
    /// - Parameter timeText: writes milliseconds since 1970 as ISO 8601 in UTC.
    package func callUserInfo(
        _ timeText: (Int64) -> String
    ) throws(DocumentError) -> JSONObject {
        let limit = PushPayload.largestCall
        var userInfo = try PushPayload(parsing: body, limit: limit).object
        userInfo["call"] = .string(key)
        userInfo["event"] = .string(callEvent(userInfo["event"]).rawValue)
        userInfo["sent"] = .string(timeText(sent))
        if kind == .call { userInfo["ringSeconds"] = .number(JSONNumber(ringSeconds)) }
        return userInfo
    }

    private func callEvent(_ said: JSONValue?) -> CallEvent {
        if kind == .call { return .incoming }
        let event = said?.string.flatMap(CallEvent.init(rawValue:)) ?? .ended
        return event == .incoming ? .ended : event
    }

    /// How many messages a notice says were dropped, 0 or more. Throws when it does not say.
    func dropped() throws(DocumentError) -> Int {
        let payload = try PushPayload(parsing: body)
        guard let count = payload.object["dropped"]?.integer, count >= 0 else {
            throw DocumentError(
                position: nil, key: "dropped", problem: "expected a whole number from 0")
        }
        return count
    }
}
