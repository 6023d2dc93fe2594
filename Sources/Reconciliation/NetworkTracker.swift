import LocalPushModel

/// Remembers, for each interface, a network that was lost and may come back within the grace period.
struct NetworkTracker: Hashable, Sendable {
    /// One interface, with the network that its agents are kept for.
    struct Interface: Hashable, Sendable {
        /// What the last look found.
        var observation: NetworkObservation
        /// The joined network, or the one whose grace period runs.
        var held: AgentNetwork?
        /// When the grace period ends; nil while the network is joined, or there is none.
        var leavesAt: Duration?
    }

    /// Every interface, by index.
    private(set) var interfaces: [UInt32: Interface] = [:]

    /// Takes in a look at every interface; returns the roams that it shows.
    mutating func observe(
        _ observations: [NetworkObservation], grace: Duration, at now: Duration
    ) -> [Occurrence] {
        var roams: [Occurrence] = []
        let before = interfaces
        interfaces = [:]
        for observation in observations where observation.state != .absent {
            let previous = before[observation.interfaceIndex]
            let interface = Self.follow(previous, observation, grace: grace, at: now)
            interfaces[observation.interfaceIndex] = interface
            if let roam = Self.roam(from: previous, to: interface) { roams.append(roam) }
        }
        return roams
    }

    /// Gives up the networks whose grace period is over.
    mutating func expire(at now: Duration) {
        for (index, interface) in interfaces {
            guard let leavesAt = interface.leavesAt, leavesAt <= now else { continue }
            interfaces[index]?.held = nil
            interfaces[index]?.leavesAt = nil
        }
    }

    /// When the next grace period ends.
    var nextDeadline: Duration? { interfaces.values.compactMap(\.leavesAt).min() }

    /// The networks joined right now, by interface index.
    var joined: [AgentNetwork] { ordered.compactMap { $0.leavesAt == nil ? $0.held : nil } }

    /// The networks joined or within their grace period, by interface index.
    var held: [AgentNetwork] { ordered.compactMap(\.held) }

    /// Every interface, by index.
    var ordered: [Interface] {
        interfaces.values.sorted {
            $0.observation.interfaceIndex < $1.observation.interfaceIndex
        }
    }

    private static func follow(
        _ previous: Interface?, _ observation: NetworkObservation, grace: Duration, at now: Duration
    ) -> Interface {
        if observation.state == .joined, let ssid = observation.ssid {
            let returns = returns(of: previous, to: ssid)
            let network = AgentNetwork(observation, ssid: ssid, returns: returns)
            return Interface(observation: observation, held: network)
        }
        // A radio that was switched off does not come back by itself.
        guard observation.state != .radioOff, let held = previous?.held else {
            return Interface(observation: observation)
        }
        return Interface(
            observation: observation, held: held, leavesAt: previous?.leavesAt ?? now + grace)
    }

    private static func returns(of previous: Interface?, to ssid: SSID) -> Int {
        guard let previous, let held = previous.held, held.ssid == ssid else { return 0 }
        return held.returns + (previous.leavesAt == nil ? 0 : 1)
    }

    private static func roam(from previous: Interface?, to current: Interface) -> Occurrence? {
        guard let old = previous?.held, let new = current.held, current.leavesAt == nil,
            old.ssid == new.ssid, old.bssid != new.bssid || previous?.leavesAt != nil
        else { return nil }
        return .roamed(interface: new.interface, ssid: new.ssid, from: old.bssid, to: new.bssid)
    }
}

extension AgentNetwork {
    init(_ observation: NetworkObservation, ssid: SSID, returns: Int) {
        self.init(
            ssid: ssid, interface: observation.interface,
            interfaceIndex: observation.interfaceIndex, bssid: observation.bssid,
            isProtected: observation.isProtected, returns: returns)
    }
}
