package import LocalPushModel
package import StrictJSON

/// What the service says on an agent's standard input, one message a line.
package enum MessageToAgent: Equatable, Sendable {
    /// The version of the session protocol that `start` names.
    package static let protocolVersion = 1

    /// Run for this profile on this network. Answered by `started` or `startFailed`.
    case start(profile: String, providerConfiguration: JSONObject, network: Network)
    /// The configuration was changed. Answered by `configurationAccepted`, or else the agent is
    /// started afresh.
    case configurationChanged(revision: Int, providerConfiguration: JSONObject)
    /// The network, or the way to it, changed, as by a roam.
    case networkChanged(Network)
    /// Another minute has passed.
    case timer
    /// The device is about to sleep.
    case sleep
    /// The device has woken up.
    case wake
    /// Stop, for this reason. Answered by `stopped`, and by ending.
    case stop(ProviderStopReason)
    /// Whether the containing app took the call.
    case callReported(id: String, delivered: Bool)

    /// A network as agents are told of it.
    package struct Network: Hashable, Sendable {
        /// Its SSID; as text it is null when its bytes are not UTF-8.
        package let ssid: SSID
        /// The name of the interface.
        package let interface: String
        /// Whether the access point asks for encryption.
        package let isProtected: Bool

        /// A network to tell of.
        package init(ssid: SSID, interface: String, isProtected: Bool) {
            self.ssid = ssid
            self.interface = interface
            self.isProtected = isProtected
        }

        fileprivate var json: JSONObject {
            [
                "ssid": ssid.text.map { .string($0) } ?? .null, "ssidHex": .string(ssid.hex),
                "interface": .string(interface), "protected": .bool(isProtected),
            ]
        }
    }

    /// The message as a line, its line feed included. Throws when it is over 1 MiB, which only the
    /// configuration can bring about.
    package func line() throws(MessageError) -> [UInt8] { try envelope.line() }

    private var envelope: Envelope {
        switch self {
        case .start(let profile, let providerConfiguration, let network):
            Envelope(
                "start",
                [
                    "protocol": .number(JSONNumber(Self.protocolVersion)),
                    "profile": .string(profile),
                    "providerConfiguration": .object(providerConfiguration),
                    "network": .object(network.json),
                ])
        case .configurationChanged(let revision, let providerConfiguration):
            Envelope(
                "configurationChanged",
                [
                    "revision": .number(JSONNumber(revision)),
                    "providerConfiguration": .object(providerConfiguration),
                ])
        case .networkChanged(let network):
            Envelope("networkChanged", ["network": .object(network.json)])
        case .timer: Envelope("timer")
        case .sleep: Envelope("sleep")
        case .wake: Envelope("wake")
        case .stop(let reason):
            Envelope(
                "stop",
                ["reason": .string(reason.name), "code": .number(JSONNumber(reason.rawValue))])
        case .callReported(let id, let delivered):
            Envelope("callReported", ["id": .string(id), "delivered": .bool(delivered)])
        }
    }
}
