import LocalPush
import LocalPushModel
import PushPayload
import StrictJSON

/// News of a call, read from the user info that the agent reports. Anybody on the bus can report one, so
/// nothing in it is believed beyond its bounds.
struct CallReport: Hashable, Sendable {
    let id: String
    let event: CallEvent
    let caller: String
    /// When it stops to ring by itself, in milliseconds since 1970.
    let ringEnd: Int64

    /// The most characters (Unicode scalars) that are kept of a caller's name.
    private static let longestCaller = 200
    /// For how long a call may ring, in seconds.
    static let longestRing: Int64 = 3600

    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - spareID: names a call that comes without an id of its own.
    init(_ userInfo: PropertyList, now: Int64, spareID: @autoclosure () -> String) {
        let id = userInfo["call"]?.string.flatMap { PushMessage.isID($0) ? $0 : nil }
        self.id = id ?? spareID()
        // What is not known to be the end of a call is one.
        event = userInfo["event"]?.string.flatMap(CallEvent.init(rawValue:)) ?? .incoming
        let name = userInfo["senderName"]?.string ?? ""
        caller = String(String.UnicodeScalarView(name.unicodeScalars.prefix(Self.longestCaller)))
        let seconds = userInfo["ringSeconds"]?.integer ?? PushMessage.usualRingSeconds
        let ring = min(max(Int64(seconds), 1), Self.longestRing)
        // The sender's clock may be ahead of ours.
        let sent = userInfo["sent"]?.string.flatMap { try? Timestamp($0) }
            .map { $0.nanoseconds / 1_000_000 }
        ringEnd = min(sent ?? now, now) + ring * 1000
    }
}
