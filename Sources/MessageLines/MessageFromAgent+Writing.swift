import StrictJSON

/// How an agent writes what it says.
extension MessageFromAgent {
    /// The message as a line, its line feed included. Throws when it is over 1 MiB.
    package func line() throws(MessageError) -> [UInt8] { try envelope.line() }

    private var envelope: Envelope {
        switch self {
        case .started: Envelope("started")
        case .startFailed(let message):
            Envelope("startFailed", ["message": .string(message.cut(to: Self.longestText))])
        case .stopped: Envelope("stopped")
        case .status(let status):
            Envelope(
                "status",
                [
                    "state": .string(status.state.cut(to: Self.longestName)),
                    "detail": .text(status.detail?.cut(to: Self.longestText)),
                    "delivered": .integer(status.delivered),
                ])
        case .incomingCall(let id, let userInfo):
            Envelope("incomingCall", ["id": .string(id), "userInfo": .object(userInfo)])
        case .configurationAccepted(let revision):
            Envelope("configurationAccepted", ["revision": .integer(revision)])
        }
    }
}

extension String {
    /// The longest start of the text that has at most `limit` UTF-8 bytes: the service would refuse
    /// the whole message for a longer one.
    fileprivate func cut(to limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: limit)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
