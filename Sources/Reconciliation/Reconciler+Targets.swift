import LocalPushModel

/// What a launch needs besides the profile.
struct LaunchTarget: Hashable, Sendable {
    let network: AgentNetwork
    let availability: ProviderAvailability
}

extension Reconciler {
    /// The SSIDs of the joined networks.
    var joinedSSIDs: [SSID] { tracker.joined.map(\.ssid) }

    /// The networks within their grace period, for each profile whose agent runs on one, and for
    /// those stopped by hand, which stay so: a network that was lost starts nothing new.
    var retainedSSIDs: [ProfileMatcher.Tenant: [SSID]] {
        guard tracker.nextDeadline != nil else { return [:] }
        let leaving = tracker.held.map(\.ssid).filter { !joinedSSIDs.contains($0) }
        guard !leaving.isEmpty else { return [:] }
        let running = agents.values.filter { $0.phase == .running || $0.isStarting }
        let tenants = running.compactMap(\.profile) + holds.values
        let pairs = tenants.map { (ProfileMatcher.Tenant($0), leaving) }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// The network to run `profile` on: the interface it is on already where that still matches,
    /// otherwise a joined one before one within its grace period, the lowest index first.
    func network(for profile: Profile, staying current: AgentNetwork?) -> AgentNetwork? {
        let matching = tracker.held.filter { profile.matchSSIDs.contains($0.ssid) }
        let same = matching.first { $0.interfaceIndex == current?.interfaceIndex }
        let joined = tracker.joined.first { profile.matchSSIDs.contains($0.ssid) }
        if let same, tracker.joined.contains(same) { return same }
        return joined ?? same ?? matching.first
    }

    /// Where and how to launch, or nil when the agent must not run now.
    func launchTarget(
        _ installed: InstalledProfile, _ provider: BundleIdentifier, for agent: Agent
    ) -> LaunchTarget? {
        let profile = installed.profile
        guard shutdownReason == nil, holds[profile.name] == nil, installed.problem == nil,
            let availability = providers[provider],
            case .usable(let understandsMessages, _) = availability,
            !isAsleep || understandsMessages,
            let network = network(for: profile, staying: agent.network)
        else { return nil }
        return LaunchTarget(network: network, availability: availability)
    }

    /// Why a starting or running agent must stop; nil when it may go on.
    func stopReason(
        for agent: Agent, of provider: BundleIdentifier, wanted: InstalledProfile?
    ) -> ProviderStopReason? {
        if let shutdownReason { return shutdownReason }
        guard let running = agent.profile else { return .internalError }
        if isAsleep, !agent.understandsMessages { return .sleep }
        guard let wanted, wanted.profile.name == running.name else {
            return reasonForLosing(
                running, on: agent.network, provider: provider, to: wanted?.profile)
        }
        let isStopWanted = holds[running.name] != nil || agent.isRestartRequested
        if isStopWanted { return .userInitiated }
        return wanted.problem == nil ? availabilityChange(of: agent, provider) : .providerDisabled
    }

    private func availabilityChange(
        of agent: Agent, _ provider: BundleIdentifier
    ) -> ProviderStopReason? {
        switch providers[provider] {
        case .usable where providers[provider] == agent.availability: nil
        case .usable: .appUpdate
        case .unusable, nil: .providerDisabled
        }
    }

    private func reasonForLosing(
        _ running: Profile, on network: AgentNetwork?, provider: BundleIdentifier,
        to wanted: Profile?
    ) -> ProviderStopReason {
        let current = profiles.profiles.last { $0.profile.name == running.name && !$0.isShadowed }
        guard let current else { return .configurationRemoved }
        guard current.profile.isEnabled else { return .configurationDisabled }
        if wanted != nil || current.profile.providerBundleIdentifier != provider {
            return isHeld(current.profile) ? .superceded : reasonForLeaving(network)
        }
        return reasonForLeaving(network)
    }

    /// Whether a network of the profile's is joined, or within its grace period.
    private func isHeld(_ profile: Profile) -> Bool {
        tracker.held.contains { profile.matchSSIDs.contains($0.ssid) }
    }

    /// Whether the interface that the agent ran on is on another network now, or on none.
    private func reasonForLeaving(_ network: AgentNetwork?) -> ProviderStopReason {
        let isElsewhere = tracker.joined.contains { $0.interfaceIndex == network?.interfaceIndex }
        return isElsewhere ? .unrecoverableNetworkChange : .noNetworkAvailable
    }
}
