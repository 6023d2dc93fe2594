import LocalPushModel
import StrictJSON

/// How an agent reads what it is told. Keys that are not known are ignored: the service may be newer.
extension MessageToAgent {
    /// Reads a line without its line feed. Throws for what is no message, one that is not known, one
    /// whose values are missing or of the wrong type, and a `start` of another version of the protocol.
    package init(line: [UInt8]) throws(MessageError) {
        let envelope = try Envelope(line: line)
        switch envelope.name {
        case "start":
            let version = try envelope.count("protocol")
            guard version == Self.protocolVersion else {
                throw MessageError(
                    "version \(version) of the protocol is not known, only \(Self.protocolVersion)")
            }
            self = .start(
                profile: try envelope.text("profile", limit: ProfileName.maximumLength),
                providerConfiguration: try envelope.object("providerConfiguration"),
                network: try Network(try envelope.object("network")))
        case "configurationChanged":
            self = .configurationChanged(
                revision: try envelope.count("revision"),
                providerConfiguration: try envelope.object("providerConfiguration"))
        case "networkChanged":
            self = .networkChanged(try Network(try envelope.object("network")))
        case "timer": self = .timer
        case "sleep": self = .sleep
        case "wake": self = .wake
        case "stop":
            // A reason that only newer services know is none that this agent could act on.
            self = .stop(ProviderStopReason(rawValue: try envelope.count("code")) ?? .none)
        case "callReported":
            self = .callReported(
                id: try envelope.text("id", limit: LineFramer.longestLine),
                delivered: try envelope.flag("delivered"))
        default: throw MessageError(unknown: envelope.name)
        }
    }
}

extension MessageToAgent.Network {
    fileprivate init(_ json: JSONObject) throws(MessageError) {
        let envelope = Envelope("network", json)
        let hex = try envelope.text("ssidHex", limit: 2 * SSID.lengths.upperBound)
        guard let ssid = SSID(hex: hex) else {
            throw MessageError("\"ssidHex\" has to be an SSID")
        }
        self.init(
            ssid: ssid, interface: try envelope.text("interface", limit: LineFramer.longestLine),
            isProtected: try envelope.flag("protected"))
    }
}
