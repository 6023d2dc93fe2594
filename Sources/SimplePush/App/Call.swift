import PushPayload
import StrictJSON

/// A call as the app knows it.
struct Call: Hashable, Sendable {
    /// How far a call has come.
    enum State: String, Hashable, Sendable {
        /// It rings, or would if there were a screen.
        case ringing
        /// Its notification was put away without an answer: the caller still waits.
        case silenced
        case accepted
        case declined
        /// It was accepted, and is over.
        case ended
        case answeredElsewhere
        /// Nobody took it in time.
        case missed
    }

    /// What its server calls it, 1 to 64 bytes.
    let id: String
    /// Who calls, for people; as it came, cut to a length.
    let caller: String
    /// When it stops to ring by itself, in milliseconds since 1970.
    let ringEnd: Int64
    var state: State
    /// The notification that rings, or says that the call was missed; perhaps of an earlier app.
    var notification: NotificationReference?
    /// Whether ``notification`` says all there is to say: it was shown by this app, or is not wanted.
    var isTold = false
    /// Whether a notification is on its way to the screen.
    var isBeingShown = false

    /// Whether somebody waits for an answer.
    var isOpen: Bool { state == .ringing || state == .silenced }

    /// Whether it may still ring. When its end is further away than any call rings, the clock was set back.
    func hasTime(at now: Int64) -> Bool {
        now < ringEnd && ringEnd - now <= CallReport.longestRing * 1000
    }

    /// Whether a notification is yet to be shown.
    var needsScreen: Bool { !isTold && (state == .ringing || state == .missed) }
}

extension Call {
    /// What is kept of it on the disk.
    var json: JSONValue {
        var json: JSONObject = [
            "id": .string(id), "caller": .string(caller),
            "ringEnd": .number(JSONNumber(Int(ringEnd))),
            "state": .string(state.rawValue),
        ]
        json["notification"] = notification?.json
        if isTold { json["isTold"] = true }
        return .object(json)
    }

    /// Reads ``json``; nil when it is something else. A notification that rang is one of an earlier app:
    /// what is clicked on it reaches nobody.
    init?(_ json: JSONValue) {
        guard let id = json["id"]?.string, let caller = json["caller"]?.string,
            let ringEnd = json["ringEnd"]?.integer,
            let state = json["state"]?.string.flatMap(State.init(rawValue:))
        else { return nil }
        self.init(id: id, caller: caller, ringEnd: Int64(ringEnd), state: state)
        notification = NotificationReference(json["notification"])
        isTold = state != .ringing && json["isTold"] == true
    }
}
