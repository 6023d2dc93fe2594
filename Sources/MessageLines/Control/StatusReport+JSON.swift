package import LocalPushModel
package import StrictJSON

/// Status reports as the documents of `status --json`.
extension StatusReport {
    package var json: JSONObject {
        [
            "service": .object(service.json),
            "networks": .array(networks.map { .object($0.json) }),
            "profiles": .array(profiles.map { .object($0.json) }),
        ]
    }

    /// Throws when a value is missing or of another type.
    package init(_ json: JSONObject) throws(MessageError) {
        let document = Envelope("status", json)
        self.init(
            service: try Service(try document.part("service")),
            networks: try document.parts("networks").map { part throws(MessageError) in
                try NetworkObservation(part)
            },
            profiles: try document.parts("profiles").map { part throws(MessageError) in
                try Profile(part)
            })
    }
}

extension StatusReport.Service {
    package var json: JSONObject {
        [
            "scope": .string(scope.rawValue), "running": .bool(isRunning),
            "generation": .integer(generation), "pid": .integer(pid), "since": .text(since),
            "version": .text(version), "store": .text(store),
            "problems": .array(problems.map { .string($0) }),
            "awaitsConfirmation": awaitsConfirmationUntil.map { ["until": .string($0)] } ?? .null,
        ]
    }

    init(_ json: Envelope) throws(MessageError) {
        self.init(
            scope: try json.word("scope"), isRunning: try json.flag("running"),
            generation: try json.optionalCount("generation"), pid: try json.optionalCount("pid"),
            since: try json.optionalText("since"), version: try json.optionalText("version"),
            store: try json.optionalText("store"), problems: try json.texts("problems"),
            awaitsConfirmationUntil: try json.optionalPart("awaitsConfirmation")?.text("until"))
    }
}

extension StatusReport.Profile {
    package var json: JSONObject {
        [
            "name": .string(name), "scope": .string(scope.rawValue), "origin": .string(origin),
            "file": .text(file), "isEnabled": .bool(isEnabled), "isActive": .bool(isActive),
            "state": .string(state.rawValue), "reason": .string(reason),
            "matchedSSID": .text(matchedSSID?.text), "matchedSSIDHex": .text(matchedSSID?.hex),
            "provider": .text(provider), "agent": agent.map { .object($0.json) } ?? .null,
        ]
    }

    init(_ json: Envelope) throws(MessageError) {
        self.init(
            name: try json.text("name"), scope: try json.word("scope"),
            origin: try json.text("origin"), file: try json.optionalText("file"),
            isEnabled: try json.flag("isEnabled"), state: try json.word("state"),
            reason: try json.text("reason"),
            matchedSSID: try json.optionalText("matchedSSIDHex").flatMap { SSID(hex: $0) },
            provider: try json.optionalText("provider"),
            agent: try json.optionalPart("agent").map { part throws(MessageError) in
                try StatusReport.Agent(part)
            })
    }
}

extension StatusReport.Agent {
    package var json: JSONObject {
        [
            "pid": .integer(pid), "since": .text(since), "restarts": .number(JSONNumber(restarts)),
            "status": status.map { .object($0.json) } ?? .null,
        ]
    }

    init(_ json: Envelope) throws(MessageError) {
        self.init(
            pid: try json.optionalCount("pid"), since: try json.optionalText("since"),
            restarts: try json.count("restarts"),
            status: try json.optionalPart("status").map { part throws(MessageError) in
                try AgentStatus(part)
            })
    }
}

extension AgentStatus {
    package var json: JSONObject {
        ["state": .string(state), "detail": .text(detail), "delivered": .integer(delivered)]
    }

    init(_ json: Envelope) throws(MessageError) {
        self.init(
            state: try json.text("state"), detail: try json.optionalText("detail"),
            delivered: try json.optionalCount("delivered"))
    }
}

extension NetworkObservation {
    /// The network as `ssid --json` and `status --json` show it.
    package var json: JSONObject {
        [
            "interface": .string(interface), "ifindex": .number(JSONNumber(Int(interfaceIndex))),
            "state": .string(state.rawValue), "ssid": .text(ssid?.text),
            "ssidHex": .text(ssid?.hex),
            "bssid": .text(bssid), "protected": .bool(isProtected),
        ]
    }

    init(_ json: Envelope) throws(MessageError) {
        self.init(
            interface: try json.text("interface"),
            interfaceIndex: UInt32(clamping: try json.count("ifindex")),
            state: try json.word("state"),
            ssid: try json.optionalText("ssidHex").flatMap { SSID(hex: $0) },
            bssid: try json.optionalText("bssid"), isProtected: try json.flag("protected"))
    }
}
