import LocalPushModel
import Reconciliation
import StrictJSON

/// What is so in a simulated world, and what the rules demand of it: written for clarity, not for
/// speed, and sharing no code with the reconciler.
struct WorldAccount {
    struct Interface {
        var state: NetworkState
        var ssid: SSID?
        /// The network it was joined to last, when it may still come back.
        var lost: (ssid: SSID, at: Duration)?
    }

    private(set) var interfaces: [Int: Interface] = [:]
    private(set) var stored: [Profile] = []
    private(set) var managed: [Int: Profile] = [:]
    private(set) var availability: [BundleIdentifier: ProviderAvailability] = [:]
    private(set) var holds: [ProfileName: Profile] = [:]
    private(set) var restarting: Set<ProfileName> = []
    /// The last failure of each provider: when, and of what.
    private(set) var failures: [BundleIdentifier: (at: Duration, profile: Profile)] = [:]
    /// The runs that failed to start and are on their way out.
    var failing: Set<AgentInstance> = []
    var isAsleep = false
    var isShutDown = false

    static let grace = Duration.seconds(5)

    static func name(_ index: Int) throws -> ProfileName { try ProfileName("profile-\(index)") }
    static func provider(_ index: Int) -> BundleIdentifier? {
        try? BundleIdentifier("com.example.Provider\(index)")
    }
    static func ssid(_ index: Int) -> SSID? { SSID(text: "Network \(index)") }

    // MARK: Changes

    mutating func apply(_ event: SimulatedEvent, at now: Duration) throws {
        switch event {
        case .join(let index, let ssid):
            interfaces[index] = Interface(state: .joined, ssid: Self.ssid(ssid))
        case .associate(let index, let ssid):
            leave(index, for: .associated, ssid: Self.ssid(ssid), at: now)
        case .lose(let index): leave(index, for: .disconnected, ssid: nil, at: now)
        case .blockRadio(let index): interfaces[index] = Interface(state: .radioOff)
        case .removeInterface(let index): interfaces[index] = nil
        case .saveProfile(let index, let ssids, let provider, let port, let isEnabled):
            let saved = try profile(index, ssids, provider, port: port, isEnabled: isEnabled)
            if !stored.contains(saved) {
                stored.removeAll { $0.name == saved.name }
                stored.append(saved)
            }
        case .removeProfile(let index):
            let name = try Self.name(index)
            stored.removeAll { $0.name == name }
        case .manageProfile(let index, let ssids, let provider):
            managed[index] = try profile(index, ssids, provider, port: 9, isEnabled: true)
        case .unmanageProfile(let index): managed[index] = nil
        default: changeProvider(event)
        }
        releaseHolds(at: now)
    }

    private mutating func changeProvider(_ event: SimulatedEvent) {
        switch event {
        case .installProvider(let index, let understandsMessages, let version):
            guard let provider = Self.provider(index) else { return }
            availability[provider] = .usable(
                understandsMessages: understandsMessages, fingerprint: "version \(version)")
        case .breakProvider(let index):
            guard let provider = Self.provider(index) else { return }
            availability[provider] = .unusable(problem: "broken")
        case .uninstallProvider(let index):
            guard let provider = Self.provider(index) else { return }
            availability[provider] = nil
        default: break
        }
    }

    private mutating func leave(
        _ index: Int, for state: NetworkState, ssid: SSID?, at now: Duration
    ) {
        let before = interfaces[index]
        var lost = before?.lost
        if before?.state == .joined, let ssid = before?.ssid { lost = (ssid, now) }
        interfaces[index] = Interface(state: state, ssid: ssid, lost: lost)
    }

    private func profile(
        _ index: Int, _ ssids: [Int], _ provider: Int, port: Int, isEnabled: Bool
    ) throws -> Profile {
        Profile(
            name: try Self.name(index), matchSSIDs: ssids.compactMap(Self.ssid),
            providerBundleIdentifier: try BundleIdentifier("com.example.Provider\(provider)"),
            providerConfiguration: ["port": .number(JSONNumber(port))], isEnabled: isEnabled)
    }

    mutating func note(_ request: AgentRequest, _ name: ProfileName, isRunning: Bool) {
        guard let profile = inForce.first(where: { $0.name == name }) else { return }
        switch request {
        case .stop: holds[name] = profile
        case .start, .restart:
            holds[name] = nil
            failures[profile.providerBundleIdentifier] = nil
            if request == .restart, isRunning { restarting.insert(name) }
        }
    }

    mutating func noteLaunch(of profile: Profile) {
        restarting.remove(profile.name)
    }

    mutating func noteEnd(of agent: SimulatedAgent, at now: Duration) {
        restarting.remove(agent.profile.name)
        let wasAsked = agent.askedToStopAt != nil && !failing.contains(agent.instance)
        failures[agent.provider] = wasAsked ? nil : (now, agent.profile)
        failing.remove(agent.instance)
    }

    mutating func releaseHolds(at now: Duration) {
        holds = holds.filter { name, profile in
            inForce.contains(profile)
                && heldSSIDs(at: now).contains(where: profile.matchSSIDs.contains)
        }
    }

    // MARK: What is so

    /// The stored profiles that no managed one hides, then the managed ones: the last one wins.
    var inForce: [Profile] {
        let managedProfiles = managed.sorted { $0.key < $1.key }.map(\.value)
        return stored.filter { profile in !managedProfiles.contains { $0.name == profile.name } }
            + managedProfiles
    }

    var profileSet: ProfileSet {
        let files = managed.sorted { $0.key < $1.key }.map {
            ($0.value, "/etc/\($0.value.name).json")
        }
        return ProfileSet(stored: stored, managed: files.map { (profile: $0.0, file: $0.1) })
    }

    var observations: [NetworkObservation] {
        interfaces.map { index, interface in
            NetworkObservation(
                interface: "wlan\(index)", interfaceIndex: UInt32(index + 3),
                state: interface.state,
                ssid: interface.ssid)
        }
    }

    var joinedSSIDs: [SSID] {
        interfaces.values.filter { $0.state == .joined }.compactMap(\.ssid)
    }

    func heldSSIDs(at now: Duration) -> [SSID] {
        joinedSSIDs
            + interfaces.values.compactMap { interface in
                interface.lost.flatMap { now - $0.at < Self.grace ? $0.ssid : nil }
            }
    }

    func understandsMessages(_ provider: BundleIdentifier) -> Bool {
        guard case .usable(let understandsMessages, _) = availability[provider] else {
            return false
        }
        return understandsMessages
    }

    // MARK: What the rules demand

    /// The providers that must have an agent, or be pausing after a failure.
    func wantedProviders(at now: Duration) -> [BundleIdentifier] {
        guard !isShutDown else { return [] }
        let candidates = inForce.filter { profile in
            profile.isEnabled && joinedSSIDs.contains(where: profile.matchSSIDs.contains)
        }
        return availability.keys.filter { provider in
            guard case .usable(let understandsMessages, _) = availability[provider],
                understandsMessages || !isAsleep,
                let winner = candidates.last(where: { $0.providerBundleIdentifier == provider })
            else { return false }
            // A profile stopped by hand on a network within its grace keeps its place.
            let isHandStopped = holds.values.contains { $0.providerBundleIdentifier == provider }
            return holds[winner.name] == nil && !isHandStopped
        }
    }

    func isPausing(_ provider: BundleIdentifier, at now: Duration) -> Bool {
        guard let failure = failures[provider] else { return false }
        return now - failure.at <= .seconds(60)
    }

    func objectionToLaunch(of profile: Profile, at now: Duration) -> String? {
        let provider = profile.providerBundleIdentifier
        if isShutDown { return "a launch after the shutdown" }
        if holds[profile.name] != nil { return "\(profile.name) is held (rule 4)" }
        guard case .usable? = availability[provider] else { return "\(provider) cannot be used" }
        guard inForce.contains(profile), profile.isEnabled else { return "\(profile.name) is off" }
        guard joinedSSIDs.contains(where: profile.matchSSIDs.contains) else {
            return "\(profile.name) does not match (rule 1)"
        }
        return nil
    }

    func objectionToRunning(of agent: SimulatedAgent, at now: Duration) -> String? {
        let current = inForce.first { $0.name == agent.profile.name }
        guard let current, current.isEnabled, current.providerBundleIdentifier == agent.provider
        else {
            return "\(agent.profile.name) runs though it is not in force (rule 5)"
        }
        guard heldSSIDs(at: now).contains(where: current.matchSSIDs.contains) else {
            return "\(current.name) runs though it does not match (rules 1, 3)"
        }
        guard case .usable? = availability[agent.provider] else {
            return "\(agent.provider) is gone"
        }
        if isAsleep, !agent.understandsMessages {
            return "\(agent.provider) runs while asleep (rule 8)"
        }
        if holds[current.name] != nil { return "\(current.name) runs though it is held (rule 4)" }
        let better = inForce.last { other in
            other.providerBundleIdentifier == agent.provider && other.isEnabled
                && joinedSSIDs.contains(where: other.matchSSIDs.contains)
        }
        guard let better, better.name != current.name else { return nil }
        let order = inForce.map(\.name)
        let isPreferred =
            (order.firstIndex(of: better.name) ?? 0) > (order.firstIndex(of: current.name) ?? 0)
        return isPreferred ? "\(current.name) runs though \(better.name) wins (rule 2)" : nil
    }

    func objection(
        to reason: ProviderStopReason, for agent: SimulatedAgent, at now: Duration
    ) -> String? {
        let current = inForce.first { $0.name == agent.profile.name }
        let isRight =
            switch reason {
            case .configurationRemoved: current == nil
            case .configurationDisabled: current?.isEnabled == false
            case .providerDisabled:
                if case .usable? = availability[agent.provider] { false } else { true }
            case .appUpdate: availability[agent.provider] != nil
            case .sleep: isAsleep && !agent.understandsMessages
            case .userInitiated:
                isShutDown || holds[agent.profile.name] != nil
                    || restarting.contains(agent.profile.name)
            case .noNetworkAvailable, .unrecoverableNetworkChange:
                current.map { !heldSSIDs(at: now).contains(where: $0.matchSSIDs.contains) } ?? false
            case .superceded: current != nil
            case .providerFailed: !agent.isConfirmed
            default: false
            }
        return isRight ? nil : "\(agent.profile.name) was stopped with \(reason.name) (rule 4)"
    }
}
