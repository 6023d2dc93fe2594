package import LocalPushModel

/// Decides which agents run: a pure function from what is known, and the time, to what is to be done.
///
/// A value without clock, files or processes: whoever drives it passes news and the monotonic time
/// (since boot) to ``handle(_:at:)``, carries out the actions in order, and calls again with
/// ``ReconcilerEvent/time`` at ``nextDeadline``. After every event everything is settled afresh.
package struct Reconciler: Hashable, Sendable {
    let settings: ReconcilerSettings
    var profiles = ProfileSet()
    var providers: [BundleIdentifier: ProviderAvailability] = [:]
    var tracker = NetworkTracker()
    /// The agent of each provider that ever had one.
    var agents: [BundleIdentifier: Agent] = [:]
    /// The profiles stopped by hand, each as it was then.
    var holds: [ProfileName: Profile] = [:]
    var isAsleep = false
    /// Why the service ends; nil while it does not.
    var shutdownReason: ProviderStopReason?
    private var random: SeededRandom
    private var lastInstance: UInt64 = 0

    /// - Parameter seed: For the jitter of restarts.
    package init(settings: ReconcilerSettings = ReconcilerSettings(), seed: UInt64) {
        self.settings = settings
        random = SeededRandom(seed: seed)
    }

    /// Takes in one event and settles everything; returns what is to be done, in order.
    ///
    /// - Parameter now: Monotonic time; never less than at the call before.
    package mutating func handle(_ event: ReconcilerEvent, at now: Duration) -> [ReconcilerAction] {
        var actions: [ReconcilerAction] = []
        take(event, at: now, &actions)
        tracker.expire(at: now)
        settle(at: now, &actions)
        return actions
    }

    /// When ``handle(_:at:)`` must be called again though nothing has happened; nil when never.
    package var nextDeadline: Duration? {
        (agents.values.compactMap(\.nextDeadline) + [tracker.nextDeadline].compactMap(\.self)).min()
    }

    /// Whether the service ends.
    package var isShuttingDown: Bool { shutdownReason != nil }

    /// Whether no agent has, or may have, a process.
    package var isDrained: Bool { agents.values.allSatisfy { !$0.hasProcess } }

    /// How many providers are said to be idle at most.
    private static let mostIdle = 4

    /// Providers without a process, one of whose profiles only waits for its network, the one first
    /// whose profile is preferred; no more than a few. Their agents can be made ready ahead.
    package var idleProviders: [BundleIdentifier] {
        guard shutdownReason == nil else { return [] }
        var idle: [BundleIdentifier] = []
        for installed in profiles.profiles.reversed() where idle.count < Self.mostIdle {
            let provider = installed.profile.providerBundleIdentifier
            guard installed.profile.isEnabled, !installed.isShadowed, !idle.contains(provider),
                installed.problem == nil, holds[installed.profile.name] == nil,
                case .usable? = providers[provider],
                agents[provider]?.phase ?? .idle == .idle
            else { continue }
            idle.append(provider)
        }
        return idle
    }

    private mutating func take(
        _ event: ReconcilerEvent, at now: Duration, _ actions: inout [ReconcilerAction]
    ) {
        switch event {
        case .profiles(let found): profiles = found
        case .providers(let found): providers = found
        case .networks(let found):
            let roams = tracker.observe(found, grace: settings.grace, at: now)
            actions += roams.map { .record($0) }
        case .agent(let instance, let news): take(news, of: instance, at: now, &actions)
        case .request(let request, let name): take(request, for: name)
        case .sleep: fallAsleep(&actions)
        case .wake: wakeUp(&actions)
        case .minute: tellRunning { .timer($0) }.forEach { actions.append($0) }
        case .shutdown(let reason): shutdownReason = reason
        case .time: break
        }
    }

    private mutating func fallAsleep(_ actions: inout [ReconcilerAction]) {
        guard !isAsleep else { return }
        isAsleep = true
        actions += tellRunning { .sleep($0) }
    }

    private mutating func wakeUp(_ actions: inout [ReconcilerAction]) {
        guard isAsleep else { return }
        isAsleep = false
        actions += tellRunning { .wake($0) }
    }

    private func tellRunning(_ action: (AgentInstance) -> ReconcilerAction) -> [ReconcilerAction] {
        let running = agents.values.filter { $0.phase == .running && $0.understandsMessages }
        return running.compactMap(\.instance).sorted().map(action)
    }

    // MARK: Settling

    private mutating func settle(at now: Duration, _ actions: inout [ReconcilerAction]) {
        releaseHolds()
        let winners = ProfileMatcher.winners(
            of: profiles, on: joinedSSIDs, retained: retainedSSIDs)
        for provider in Set(agents.keys).union(winners.keys).sorted() {
            var agent = agents[provider] ?? Agent()
            settle(&agent, of: provider, wanted: winners[provider], at: now, &actions)
            agents[provider] = agent
        }
    }

    private mutating func settle(
        _ agent: inout Agent, of provider: BundleIdentifier, wanted: InstalledProfile?,
        at now: Duration, _ actions: inout [ReconcilerAction]
    ) {
        let profile = wanted?.profile
        switch agent.phase {
        case .idle, .backoff:
            let target = wanted.flatMap { launchTarget($0, provider, for: agent) }
            guard let profile, let target else { return agent.rest(wanted: profile) }
            guard agent.mayLaunch(for: profile, on: target.availability, at: now) else { return }
            launch(&agent, profile, target, at: now, &actions)
        case .starting, .running:
            if let reason = stopReason(for: agent, of: provider, wanted: wanted) {
                agent.beginStop(reason, settings, at: now, &actions)
            } else if let profile {
                agent.update(
                    profile, network(for: profile, staying: agent.network), settings, at: now,
                    &actions)
            }
        case .stopping: agent.continueStop(settings, at: now, &actions)
        }
    }

    private mutating func launch(
        _ agent: inout Agent, _ profile: Profile, _ target: LaunchTarget, at now: Duration,
        _ actions: inout [ReconcilerAction]
    ) {
        lastInstance += 1
        let instance = AgentInstance(number: lastInstance)
        agent.launched(
            instance, profile, target, confirmBy: now + settings.startTimeout)
        actions.append(.launch(instance, profile, target.network))
    }

    // MARK: News of agents

    private mutating func take(
        _ news: AgentEvent, of instance: AgentInstance, at now: Duration,
        _ actions: inout [ReconcilerAction]
    ) {
        // What an earlier run said no longer counts.
        guard let (provider, found) = agents.first(where: { $0.value.instance == instance })
        else { return }
        var agent = found
        switch news {
        case .started: agent.confirmStart(at: now)
        case .startFailed(let problem): agent.failStart(problem, settings, at: now, &actions)
        case .stopped: agent.hastenStop(settings, at: now, &actions)
        case .configurationAccepted(let revision): agent.accept(revision)
        case .exited(let ending):
            agent.ended(ending, settings, using: &random, at: now, &actions)
        }
        agents[provider] = agent
    }
}
