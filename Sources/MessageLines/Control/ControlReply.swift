import StrictJSON

/// What the service answers on its private socket, one message a line.
package enum ControlReply: Hashable, Sendable {
    /// The document of `status --json`.
    case status(StatusReport)
    /// A document of `monitor --json`.
    case event(MonitorEvent)
    /// What was asked has come about; this generation of the store is in force.
    case done(generation: Int)
    /// What was asked cannot be done.
    case refused(Refusal)

    /// Why a request was not met.
    package struct Refusal: Error, Hashable, Sendable {
        /// The exit status of a command that gets this answer, of the contract's list.
        package let exitStatus: Int
        /// What is wrong, and what to do, in words.
        package let message: String

        package init(exitStatus: Int, message: String) {
            self.exitStatus = exitStatus
            self.message = message
        }
    }

    /// Reads a line without its line feed. Throws for what is no reply.
    package init(line: [UInt8]) throws(MessageError) {
        let envelope = try Envelope(line: line)
        switch envelope.name {
        case "status": self = .status(try StatusReport(envelope.body))
        case "event": self = .event(try MonitorEvent(envelope.body))
        case "done": self = .done(generation: try envelope.count("generation"))
        case "refused":
            self = .refused(
                Refusal(
                    exitStatus: try envelope.count("exitStatus"),
                    message: try envelope.text("message")))
        default: throw MessageError(unknown: envelope.name)
        }
    }

    /// The longest reply, in bytes: the status of some 100,000 profiles.
    package static let longestLine = 64 << 20

    /// The reply as a line, its line feed included. Throws when it is over ``longestLine`` bytes.
    package func line() throws(MessageError) -> [UInt8] {
        try envelope.line(limit: Self.longestLine)
    }

    private var envelope: Envelope {
        switch self {
        case .status(let report): Envelope("status", report.json)
        case .event(let event): Envelope("event", event.json)
        case .done(let generation): Envelope("done", ["generation": .integer(generation)])
        case .refused(let refusal):
            Envelope(
                "refused",
                [
                    "exitStatus": .integer(refusal.exitStatus), "message": .string(refusal.message),
                ])
        }
    }
}
