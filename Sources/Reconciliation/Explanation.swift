package import LocalPushModel

/// The words for why a profile is in its state.
package enum Explanation {
    /// Of a profile whose `isEnabled` is false.
    package static let disabled = "it is switched off"

    /// Of a stored profile that a managed one hides.
    package static let shadowed = "a managed profile of the same name is in force"

    /// Of a profile that waits: the SSIDs it wants against those seen.
    package static func waiting(
        _ profile: Profile, networks: [Reconciler.InterfaceReport]
    ) -> String {
        let seen = networks.map { self.network($0.observation) }
        return "it wants \(ssids(profile.matchSSIDs)); "
            + (seen.isEmpty ? "there is no Wi-Fi interface" : seen.joined(separator: ", "))
    }

    /// Of a profile that another one of the same provider keeps from running.
    package static func superseded(by winner: InstalledProfile) -> String {
        switch winner.origin {
        case .stored: "\(winner.profile.name), of the same provider, was saved later"
        case .managed: "\(winner.profile.name), of the same provider, is managed and goes first"
        }
    }

    /// SSIDs quoted, the first three of them.
    package static func ssids(_ ssids: [SSID]) -> String {
        let shown = ssids.prefix(3).map(\.description).joined(separator: " or ")
        return ssids.count > 3 ? "\(shown) or \(ssids.count - 3) more" : shown
    }

    /// What an interface is doing: `wlan0 is on "Deck 3"`.
    package static func network(_ observation: NetworkObservation) -> String {
        let interface = SafeText.escaped(observation.interface)
        let ssid = observation.ssid.map { " \($0)" } ?? " a network without a known SSID"
        return switch observation.state {
        case .absent: "\(interface) does not exist"
        case .radioOff: "the radio of \(interface) is off"
        case .disconnected: "\(interface) is not connected"
        case .associating: "\(interface) is joining" + ssid
        case .associated: "\(interface) is waiting to be let into" + ssid
        case .joined: "\(interface) is on" + ssid
        case .leaving: "\(interface) has just lost" + ssid
        }
    }

    static func active(_ agent: Agent, _ tracker: NetworkTracker) -> String {
        guard let network = agent.network else { return "the agent runs" }
        let interface = tracker.interfaces[network.interfaceIndex]
        let isLeaving = interface?.leavesAt != nil
        let place = "\(SafeText.escaped(network.interface))"
        return isLeaving
            ? "\(place) has just lost \(network.ssid); the agent is kept for a moment"
            : "\(place) is on \(network.ssid)"
    }

    static func starting(_ agent: Agent) -> String {
        let before = agent.lastProblem.map { "; before, it failed: \($0)" } ?? ""
        return "the agent has not confirmed its start yet" + before
    }

    static func stopping(_ agent: Agent) -> String {
        let problem = agent.problem.map { "; it failed: \($0)" } ?? ""
        let reason = "\(agent.stopReason.name) (\(agent.stopReason.rawValue))"
        return "the agent was told to stop: " + reason + problem
    }

    static func backoff(_ problem: String?, _ failures: Int) -> String {
        let times = failures == 1 ? "once" : "\(failures) times in a row"
        return
            "the agent failed \(times), lately: \(problem ?? "unknown"); it is started again soon"
    }
}
