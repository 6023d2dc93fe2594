package import WirelessCodec
package import WirelessLink

/// A kernel that answers from a script, and keeps what it was asked.
package final class ReplayTransport: WirelessTransport {
    package typealias Answer = Result<[NetlinkMessage], NetlinkError>

    /// The number of the family, or nil for a kernel without nl80211.
    package var family: UInt16? = 32
    /// What to answer to each kind of question, in order; the last answer stays.
    package var answers: [String: [Answer]] = [:]
    /// The kinds of the questions so far.
    package private(set) var asked: [String] = []
    /// How often connections were to be forgotten.
    package private(set) var resets = 0

    /// Answers as the recorded kernel did, for the interface that the recording is about.
    package init(_ recording: Recording? = nil) {
        play(recording)
    }

    /// Answers as another recorded kernel did, from now on.
    package func play(_ recording: Recording?) {
        for kind in ["interface", "bss", "station", "link"] {
            answers[kind] = [.success(recording?.messages(kind) ?? [])]
        }
    }

    package func wirelessFamily() throws(NetlinkError) -> UInt16? { family }

    package func ask(_ request: NetlinkRequest) throws(NetlinkError) -> [NetlinkMessage] {
        let kind = Self.kind(request)
        asked.append(kind)
        guard let answer = answers[kind]?.first else { return [] }
        if let count = answers[kind]?.count, count > 1 { answers[kind]?.removeFirst() }
        return try answer.get()
    }

    package func reset() { resets += 1 }

    private static func kind(_ request: NetlinkRequest) -> String {
        if request.destination == .route { return "link" }
        switch request.payload.first {
        case NL80211.Command.getInterface: return "interface"
        case NL80211.Command.getScan: return "bss"
        default: return "station"
        }
    }
}
