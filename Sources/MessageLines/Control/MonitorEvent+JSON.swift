import LocalPushModel
package import StrictJSON

/// Monitor events as the documents of `monitor --json`: `time`, `event` with the name of the
/// change, and what belongs to it.
extension MonitorEvent {
    package var json: JSONObject {
        var object = details
        object["time"] = .string(time)
        object["event"] = .string(name)
        return object
    }

    private var name: String {
        switch change {
        case .profile: "profile"
        case .profileRemoved: "profileRemoved"
        case .network: "network"
        case .networkRemoved: "networkRemoved"
        case .roamed: "roamed"
        case .agentFailed: "agentFailed"
        case .agentStopping: "agentStopping"
        case .agentLog: "agentLog"
        case .incomingCall: "incomingCall"
        case .callReported: "callReported"
        case .store: "store"
        case .serviceStopping: "serviceStopping"
        }
    }

    private var details: JSONObject {
        switch change {
        case .profile(let profile): profile.json
        case .profileRemoved(let name): ["name": .string(name)]
        case .network(let network): network.json
        case .networkRemoved(let interface, let index):
            ["interface": .string(interface), "ifindex": .integer(Int(index))]
        case .roamed(let interface, let ssid, let from, let to):
            [
                "interface": .string(interface), "ssid": .text(ssid.text),
                "ssidHex": .string(ssid.hex), "from": .text(from), "to": .text(to),
            ]
        case .agentFailed(let profile, let problem, let pause):
            [
                "name": .string(profile), "problem": .string(problem),
                "pauseMilliseconds": .integer(pause),
            ]
        case .agentStopping(let profile, let reason):
            [
                "name": .string(profile), "stopReason": .string(reason.name),
                "code": .integer(reason.rawValue),
            ]
        case .agentLog(let profile, let line): ["name": .string(profile), "line": .string(line)]
        case .incomingCall(let profile, let id): ["name": .string(profile), "id": .string(id)]
        case .callReported(let profile, let id, let problem):
            [
                "name": .string(profile), "id": .string(id), "delivered": .bool(problem == nil),
                "problem": .text(problem),
            ]
        case .store(let generation): ["generation": .integer(generation)]
        case .serviceStopping: [:]
        }
    }

    /// Throws when a value is missing or of another type, or the change is not known.
    package init(_ json: JSONObject) throws(MessageError) {
        let document = Envelope("event", json)
        self.init(time: try document.text("time"), try Self.change(document))
    }

    private static func change(_ document: Envelope) throws(MessageError) -> Change {
        switch try document.text("event") {
        case "profile": .profile(try StatusReport.Profile(document))
        case "profileRemoved": .profileRemoved(name: try document.text("name"))
        case "network": .network(try NetworkObservation(document))
        case "networkRemoved":
            .networkRemoved(
                interface: try document.text("interface"),
                interfaceIndex: UInt32(clamping: try document.count("ifindex")))
        case "roamed":
            .roamed(
                interface: try document.text("interface"), ssid: try ssid(document),
                from: try document.optionalText("from"), to: try document.optionalText("to"))
        case "agentFailed":
            .agentFailed(
                profile: try document.text("name"), problem: try document.text("problem"),
                pauseMilliseconds: try document.count("pauseMilliseconds"))
        case "agentStopping":
            .agentStopping(profile: try document.text("name"), reason: try reason(document))
        case "agentLog":
            .agentLog(profile: try document.text("name"), line: try document.text("line"))
        case "incomingCall":
            .incomingCall(profile: try document.text("name"), id: try document.text("id"))
        case "callReported": try call(document)
        case "store": .store(generation: try document.count("generation"))
        case "serviceStopping": .serviceStopping
        default: throw MessageError(unknown: "event")
        }
    }

    private static func call(_ document: Envelope) throws(MessageError) -> Change {
        let problem = try document.optionalText("problem")
        let isDelivered = try document.flag("delivered")
        return .callReported(
            profile: try document.text("name"), id: try document.text("id"),
            problem: isDelivered ? nil : problem ?? "")
    }

    private static func ssid(_ document: Envelope) throws(MessageError) -> SSID {
        guard let ssid = SSID(hex: try document.text("ssidHex")) else {
            throw MessageError("\"ssidHex\" has to be an SSID")
        }
        return ssid
    }

    private static func reason(_ document: Envelope) throws(MessageError) -> ProviderStopReason {
        guard let reason = ProviderStopReason(rawValue: try document.count("code")) else {
            throw MessageError("\"code\" has to be a stop reason")
        }
        return reason
    }
}
