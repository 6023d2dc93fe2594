import LocalPushModel
import Reconciliation

/// What people are told about the state of networks.
enum NetworkWords {
    /// What an interface is doing: `wlan0 is not connected`.
    static func sentence(_ network: NetworkObservation) -> String { Explanation.network(network) }

    /// What can be done to get connected, if anything.
    static func advice(_ networks: [NetworkObservation]) -> [String] {
        networks.contains { $0.state == .radioOff }
            ? ["Switch the radio on: rfkill unblock wifi"] : []
    }
}

extension NetworkObservation {
    /// The SSID of the network that the interface is on; nil unless it has joined one.
    var joinedSSID: SSID? { state == .joined ? ssid : nil }
}
