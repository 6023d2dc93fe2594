package import LocalPushModel

/// One device under a virtual clock, with the real reconciler in charge and agents that do at once as
/// they are told. Every provider that a profile names counts as installed.
package struct DeviceSimulation {
    /// What has happened so far, in order.
    package private(set) var changes: [SimulatedChange] = []
    /// The time, from the start of the simulation.
    package private(set) var now = Duration.zero

    private var reconciler: Reconciler
    private let startDelay: Duration
    private var interfaces: [NetworkObservation] = []
    private var indexes: [String: UInt32] = [:]
    private var running: [AgentInstance: (profile: Profile, network: AgentNetwork)] = [:]
    private var stopping: [AgentInstance: ProviderStopReason] = [:]
    /// What agents will tell, and when; the first comes first.
    private var news: [(at: Duration, instance: AgentInstance, event: AgentEvent)] = []

    /// A device with these profiles, and no Wi-Fi interface yet.
    ///
    /// - Parameter startDelay: How long an agent takes until it has started.
    package init(
        _ profiles: ProfileSet, settings: ReconcilerSettings = ReconcilerSettings(),
        startDelay: Duration = .zero
    ) {
        reconciler = Reconciler(settings: settings, seed: 0)
        self.startDelay = startDelay
        let providers = profiles.profiles.map(\.profile.providerBundleIdentifier)
        let usable = ProviderAvailability.usable(understandsMessages: true, fingerprint: "")
        feed(.providers(Dictionary(providers.map { ($0, usable) }, uniquingKeysWith: { $1 })))
        feed(.profiles(profiles))
    }

    // MARK: What happens

    /// This is on an interface from now on. Interfaces are told apart by name.
    package mutating func observe(_ observation: NetworkObservation) {
        let known = indexed(observation)
        interfaces.removeAll { $0.interfaceIndex == known.interfaceIndex }
        interfaces.append(known)
        feed(.networks(interfaces))
    }

    /// These are all the interfaces there are from now on.
    package mutating func observe(all observations: [NetworkObservation]) {
        interfaces = observations.map { indexed($0) }
        feed(.networks(interfaces))
    }

    /// The interface is gone.
    package mutating func remove(interface: String) {
        interfaces.removeAll { $0.interface == interface }
        feed(.networks(interfaces))
    }

    /// The device falls asleep, or wakes up.
    package mutating func sleep(_ isAsleep: Bool) { feed(isAsleep ? .sleep : .wake) }

    private mutating func indexed(_ observation: NetworkObservation) -> NetworkObservation {
        var observation = observation
        let index = indexes[observation.interface] ?? UInt32(indexes.count + 1)
        indexes[observation.interface] = index
        observation.interfaceIndex = index
        return observation
    }

    // MARK: Time

    /// Lets time pass; whatever is due in it happens.
    package mutating func pass(until end: Duration) {
        while true {
            let next = [news.first?.at, reconciler.nextDeadline].compactMap(\.self).min()
            guard let next, next <= end else { break }
            now = max(now, next)
            if let first = news.first, first.at <= now {
                news.removeFirst()
                tell(first.event, of: first.instance)
            } else {
                feed(.time)
            }
        }
        now = max(now, end)
    }

    private mutating func tell(_ event: AgentEvent, of instance: AgentInstance) {
        let actions = reconciler.handle(.agent(instance, event), at: now)
        if case .exited = event { noteStop(of: instance) }
        for action in actions { perform(action) }
    }

    // MARK: Agents

    private mutating func feed(_ event: ReconcilerEvent) {
        for action in reconciler.handle(event, at: now) { perform(action) }
        // What is due now happens now, so that a stop is told before the start that follows from it.
        if news.first?.at == now { pass(until: now) }
    }

    private mutating func perform(_ action: ReconcilerAction) {
        switch action {
        case .launch(let instance, let profile, let network):
            running[instance] = (profile, network)
            note(.start, profile, network, reasonToStart(profile, network))
            news.append((now + startDelay, instance, .started))
        case .requestStop(let instance, let reason):
            stopping[instance] = reason
            news.removeAll { $0.instance == instance }
            let place = news.firstIndex { $0.at > now } ?? news.endIndex
            news.insert((now, instance, .exited("was told to")), at: place)
        case .changeNetwork(let instance, let network):
            guard let (profile, old) = running[instance] else { return }
            running[instance] = (profile, network)
            if network.ssid == old.ssid {
                note(.roam, profile, network, Self.place(network))
            }
        default: break
        }
    }

    private mutating func note(
        _ kind: SimulatedChange.Kind, _ profile: Profile, _ network: AgentNetwork, _ why: String
    ) {
        changes.append(
            SimulatedChange(kind: kind, at: now, profile: profile, network: network, why: why))
    }

    private mutating func noteStop(of instance: AgentInstance) {
        guard let (profile, network) = running.removeValue(forKey: instance) else { return }
        let reason = stopping.removeValue(forKey: instance) ?? .none
        let verdict = reconciler.verdicts.last { $0.installed.profile.name == profile.name }
        let why = verdict.map { reconciler.report($0).reason } ?? ""
        note(.stop(reason), profile, network, why)
    }

    private static func place(_ network: AgentNetwork) -> String {
        "\(SafeText.escaped(network.interface)) is on \(network.ssid)"
    }

    /// Where it starts, and which others it keeps from running there.
    private func reasonToStart(_ profile: Profile, _ network: AgentNetwork) -> String {
        let others = reconciler.verdicts.filter {
            if case .superseded(let winner) = $0.outcome {
                return winner.profile.name == profile.name
            }
            return false
        }
        let names = others.map(\.installed.profile.name.text).joined(separator: ", ")
        return Self.place(network)
            + (names.isEmpty ? "" : "; it goes before \(names), of the same provider")
    }
}
