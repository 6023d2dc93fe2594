package import LocalPushModel
import StrictJSON

/// What a client asks of the service on its private socket, one message a line.
package enum ControlRequest: Hashable, Sendable {
    /// The status once. Answered by ``ControlReply/status(_:)``.
    case status
    /// The status, then every change as it happens, until the client closes the connection.
    case monitor
    /// Wait until this generation of the store, or a later one, is in force and, where a profile is
    /// named, no process of its agent is left. Answered by ``ControlReply/done(generation:)``.
    case await(generation: Int, gone: ProfileName?)
    /// Look at everything again. Answered by ``ControlReply/done(generation:)`` when that is done.
    case sync
    /// Start, stop or restart the agent of a profile. Answered when that has come about or failed.
    case agent(AgentRequest, ProfileName)

    /// Reads a line without its line feed. Throws for what is no request.
    package init(line: [UInt8]) throws(MessageError) {
        let envelope = try Envelope(line: line)
        switch envelope.name {
        case "status": self = .status
        case "monitor": self = .monitor
        case "await":
            self = .await(
                generation: try envelope.count("generation"),
                gone: try envelope.optionalText("gone").map(Self.name))
        case "sync": self = .sync
        case "agent":
            self = .agent(try envelope.word("verb"), try Self.name(try envelope.text("profile")))
        default: throw MessageError(unknown: envelope.name)
        }
    }

    private static func name(_ text: String) throws(MessageError) -> ProfileName {
        do { return try ProfileName(text) } catch { throw MessageError(error.problem) }
    }

    /// The request as a line, its line feed included.
    package func line() throws(MessageError) -> [UInt8] { try envelope.line() }

    private var envelope: Envelope {
        switch self {
        case .status: Envelope("status")
        case .monitor: Envelope("monitor")
        case .await(let generation, let gone):
            Envelope("await", ["generation": .integer(generation), "gone": .text(gone?.text)])
        case .sync: Envelope("sync")
        case .agent(let verb, let profile):
            Envelope("agent", ["verb": .string(verb.rawValue), "profile": .string(profile.text)])
        }
    }
}
