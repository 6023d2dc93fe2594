import LocalPushModel
import MessageLines
import SystemdSupport

/// How the service appears on a bus: the properties and signals of `org.localpush1.Manager`.
enum BusManager {
    static let interface = "org.localpush1.Manager"

    static let properties: [ReportedProperty<StatusReport>] = [
        .init(name: "Version", signature: "s", isConstant: true) {
            .string($0.service.version ?? "")
        },
        .init(name: "Scope", signature: "s", isConstant: true) {
            .string($0.service.scope.rawValue)
        },
        .init(name: "Store", signature: "s", isConstant: true) {
            .string($0.service.store ?? "")
        },
        .init(name: "Generation", signature: "t") {
            .uint64(UInt64(max(0, $0.service.generation ?? 0)))
        },
        .init(name: "Problems", signature: "as") { .strings($0.service.problems) },
        .init(name: "Networks", signature: "a(susaysb)") {
            .array($0.networks.map(network), of: "(susaysb)")
        },
    ]

    static let signals: [BusInterface.Signal] = [
        .init("AgentStopping", [.init("name", "s"), .init("reason", "s"), .init("code", "u")]),
        .init(
            "AgentFailed",
            [.init("name", "s"), .init("problem", "s"), .init("pauseMilliseconds", "t")]),
        .init("IncomingCall", [.init("name", "s"), .init("id", "s")]),
        .init(
            "CallReported",
            [.init("name", "s"), .init("id", "s"), .init("delivered", "b"), .init("problem", "s")]),
        .init(
            "Roamed",
            [.init("interface", "s"), .init("ssid", "ay"), .init("from", "s"), .init("to", "s")]),
    ]

    /// Interface, index, state, SSID, BSSID, and whether it is protected.
    private static func network(_ network: NetworkObservation) -> BusValue {
        .structure([
            .string(network.interface), .uint32(network.interfaceIndex),
            .string(network.state.rawValue), .bytes(network.ssid?.bytes ?? []),
            .string(network.bssid ?? ""), .bool(network.isProtected),
        ])
    }

    /// The signal that tells what no property shows; nil for all else.
    static func signal(_ change: MonitorEvent.Change) -> (name: String, values: [BusValue])? {
        switch change {
        case .agentStopping(let profile, let reason):
            (
                "AgentStopping",
                [
                    .string(profile), .string(reason.name),
                    .uint32(UInt32(clamping: reason.rawValue)),
                ]
            )
        case .agentFailed(let profile, let problem, let pause):
            (
                "AgentFailed",
                [.string(profile), .string(problem), .uint64(UInt64(clamping: pause))]
            )
        case .incomingCall(let profile, let id):
            ("IncomingCall", [.string(profile), .string(id)])
        case .callReported(let profile, let id, let problem):
            (
                "CallReported",
                [.string(profile), .string(id), .bool(problem == nil), .string(problem ?? "")]
            )
        case .roamed(let interface, let ssid, let from, let to):
            (
                "Roamed",
                [
                    .string(interface), .bytes(ssid.bytes), .string(from ?? ""),
                    .string(to ?? ""),
                ]
            )
        // The rest shows in properties, or is not for everybody.
        case .profile, .profileRemoved, .network, .networkRemoved, .store, .agentLog,
            .serviceStopping:
            nil
        }
    }
}
