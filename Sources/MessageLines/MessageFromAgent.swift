package import StrictJSON

/// What an agent says on its standard output, one message a line.
package enum MessageFromAgent: Equatable, Sendable {
    /// It is ready; the answer to `start`.
    case started
    /// It cannot start, for the reason in words.
    case startFailed(message: String)
    /// It has stopped and is about to end; the answer to `stop`.
    case stopped
    /// How it is doing.
    case status(AgentStatus)
    /// A call came in; what `userInfo` says is for the containing app.
    case incomingCall(id: String, userInfo: JSONObject)
    /// It runs on the configuration with this revision, no restart is needed.
    case configurationAccepted(revision: Int)

    /// The most bytes of an identifier or the name of a state.
    package static let longestName = 255
    /// The most bytes of a sentence for people.
    package static let longestText = 4096

    /// Reads a line without its line feed. Throws for what is no message, one that is not known, and one
    /// whose values are missing, of the wrong type or too long.
    package init(line: [UInt8]) throws(MessageError) {
        let envelope = try Envelope(line: line)
        switch envelope.name {
        case "started": self = .started
        case "startFailed":
            self = .startFailed(
                message: try envelope.text("message", limit: Self.longestText))
        case "stopped": self = .stopped
        case "status":
            self = .status(
                AgentStatus(
                    state: try envelope.text("state", limit: Self.longestName),
                    detail: try envelope.optionalText("detail", limit: Self.longestText),
                    delivered: try envelope.optionalCount("delivered")))
        case "incomingCall":
            self = .incomingCall(
                id: try envelope.text("id", limit: Self.longestName),
                userInfo: try envelope.object("userInfo"))
        case "configurationAccepted":
            self = .configurationAccepted(revision: try envelope.count("revision"))
        default:
            throw MessageError(unknown: envelope.name)
        }
    }
}

/// How an agent is doing, in its own words. All of it comes from outside: escape it for people.
package struct AgentStatus: Hashable, Sendable {
    /// A word: "connected", "waiting". At most 255 bytes.
    package let state: String
    /// A sentence for people, at most 4096 bytes.
    package let detail: String?
    /// How many messages it has delivered since it started.
    package let delivered: Int?

    /// A status as an agent tells it.
    package init(state: String, detail: String? = nil, delivered: Int? = nil) {
        self.state = state
        self.detail = detail
        self.delivered = delivered
    }
}
