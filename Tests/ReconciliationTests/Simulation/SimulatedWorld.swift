import LocalPushModel
import Reconciliation
import StrictJSON

/// A device under a virtual clock: interfaces, profiles, providers and agents that misbehave, with
/// the reconciler in charge, and an independent account of what ought to be so.
struct SimulatedWorld {
    let seed: UInt64
    private(set) var now = Duration.seconds(1000)
    private(set) var reconciler: Reconciler
    private(set) var agents: [AgentInstance: SimulatedAgent] = [:]
    private(set) var account = WorldAccount()
    /// The first rule seen broken, in words.
    private(set) var violation: String?

    init(seed: UInt64) throws {
        self.seed = seed
        reconciler = Reconciler(seed: seed)
        for provider in 0..<SimulatedEvent.providers {
            try apply(.installProvider(provider, understandsMessages: true, version: 0))
        }
    }

    // MARK: Events

    mutating func apply(_ event: SimulatedEvent) throws {
        switch event {
        case .pass(let milliseconds): pass(.milliseconds(milliseconds))
        case .crash(let provider): crash(provider)
        case .request(let request, let profile):
            let name = try WorldAccount.name(profile)
            let isRefused = reconciler.refusal(of: request, for: name) != nil
            if !isRefused {
                account.note(request, name, isRunning: isRunning(name))
                feed(.request(request, name))
            }
        case .sleep: sleep(true)
        case .wake: sleep(false)
        default: try change(event)
        }
    }

    private mutating func change(_ event: SimulatedEvent) throws {
        try account.apply(event, at: now)
        switch event {
        case .join, .associate, .lose, .blockRadio, .removeInterface:
            feed(.networks(account.observations))
        case .installProvider, .breakProvider, .uninstallProvider:
            feed(.providers(account.availability))
        default: feed(.profiles(account.profileSet))
        }
    }

    private mutating func sleep(_ isAsleep: Bool) {
        account.isAsleep = isAsleep
        feed(isAsleep ? .sleep : .wake)
    }

    private mutating func crash(_ provider: Int) {
        guard
            let agent = agents.values.first(where: {
                $0.provider == WorldAccount.provider(provider)
            })
        else { return }
        agents[agent.instance]?.future = []
        deliver(.exited("killed by signal 11"), from: agent.instance)
    }

    /// Ends the service and lets time pass until every agent must be gone.
    mutating func shutDown() {
        account.isShutDown = true
        feed(.shutdown(.userInitiated))
        pass(.seconds(10))
        check(reconciler.isDrained && agents.isEmpty, "an agent outlived the shutdown")
    }

    // MARK: Time

    private mutating func pass(_ duration: Duration) {
        let end = now + duration
        while violation == nil {
            let news = agents.values.flatMap { agent in
                agent.future.map { (at: $0.at, instance: agent.instance, news: $0.news) }
            }.min { ($0.at, $0.instance) < ($1.at, $1.instance) }
            let deadline = reconciler.nextDeadline
            guard let next = [news?.at, deadline].compactMap(\.self).min(), next <= end else {
                break
            }
            now = max(now, next)
            if let news, news.at <= now {
                agents[news.instance]?.future.removeAll { $0.at == news.at && $0.news == news.news }
                deliver(news.news, from: news.instance)
            } else {
                feed(.time)
                check(
                    reconciler.nextDeadline.map { $0 > now } ?? true, "a deadline stays in the past"
                )
            }
        }
        now = max(now, end)
        feed(.time)
    }

    private mutating func deliver(_ news: AgentEvent, from instance: AgentInstance) {
        guard let agent = agents[instance] else { return }
        switch news {
        case .exited:
            agents[instance] = nil
            account.noteEnd(of: agent, at: now)
        case .started: agents[instance]?.isConfirmed = true
        case .startFailed: account.failing.insert(instance)
        case .stopped: agents[instance]?.saidStopped = true
        case .configurationAccepted: break
        }
        feed(.agent(instance, news))
    }

    // MARK: Actions

    private mutating func feed(_ event: ReconcilerEvent) {
        account.releaseHolds(at: now)
        let actions = reconciler.handle(event, at: now)
        for action in actions { perform(action) }
        checkRules()
    }

    private mutating func perform(_ action: ReconcilerAction) {
        switch action {
        case .launch(let instance, let profile, let network):
            launch(instance, profile, on: network)
        case .changeConfiguration(let instance, let revision, let configuration):
            changeConfiguration(instance, revision, configuration)
        case .requestStop(let instance, let reason): requestStop(instance, reason)
        case .terminate(let instance): terminate(instance)
        case .kill(let instance):
            check(agents[instance]?.terminatedAt != nil, "\(instance) was killed before SIGTERM")
            agents[instance]?.kill(at: now)
        case .timer(let instance), .sleep(let instance), .wake(let instance),
            .changeNetwork(let instance, _):
            check(
                agents[instance]?.understandsMessages == true
                    && agents[instance]?.askedToStopAt == nil,
                "\(instance) was told something it cannot hear")
        case .record(.agentFailed(_, _, let pause)):
            check(pause >= .seconds(1) && pause <= .seconds(60), "a pause of \(pause)")
        case .record(.roamed): break
        }
    }

    private mutating func launch(
        _ instance: AgentInstance, _ profile: Profile, on network: AgentNetwork
    ) {
        let provider = profile.providerBundleIdentifier
        check(
            !agents.values.contains { $0.provider == provider },
            "two agents of \(provider) at once (rule 2)")
        check(agents[instance] == nil, "\(instance) was launched twice")
        check(
            profile.matchSSIDs.contains(network.ssid), "\(profile.name) started on \(network.ssid)")
        if let problem = account.objectionToLaunch(of: profile, at: now) { check(false, problem) }
        agents[instance] = SimulatedAgent(
            instance, profile, understandsMessages: account.understandsMessages(provider),
            seed: seed, at: now)
        account.noteLaunch(of: profile)
    }

    private mutating func changeConfiguration(
        _ instance: AgentInstance, _ revision: Int, _ configuration: JSONObject
    ) {
        check(agents[instance]?.isConfirmed == true, "a change came before the start was confirmed")
        guard agents[instance]?.behavior != .rejectsConfiguration else { return }
        agents[instance]?.future.append(
            (now + .milliseconds(4), .configurationAccepted(revision: revision)))
    }

    private mutating func requestStop(_ instance: AgentInstance, _ reason: ProviderStopReason) {
        guard let agent = agents[instance] else { return check(false, "\(instance) is not there") }
        check(agent.askedToStopAt == nil, "\(instance) was asked to stop twice")
        if let problem = account.objection(to: reason, for: agent, at: now) {
            check(false, problem)
        }
        if reason == .providerFailed { account.failing.insert(instance) }
        agents[instance]?.ask(at: now)
    }

    private mutating func terminate(_ instance: AgentInstance) {
        guard let agent = agents[instance], let asked = agent.askedToStopAt else {
            return check(false, "\(instance) got SIGTERM without being asked to stop")
        }
        check(
            agent.saidStopped || now - asked == .seconds(5), "SIGTERM after \(now - asked) (rule 7)"
        )
        agents[instance]?.terminate(at: now)
    }

    // MARK: Rules

    private mutating func checkRules() {
        for agent in agents.values {
            if let asked = agent.askedToStopAt {
                check(
                    now - asked <= .milliseconds(6010), "\(agent.instance) would not stop (rule 7)")
            } else {
                let isLate = !agent.isConfirmed && now - agent.launchedAt > .seconds(30)
                check(!isLate, "\(agent.instance) never confirmed its start (rule 7)")
                if let problem = account.objectionToRunning(of: agent, at: now) {
                    check(false, problem)
                }
            }
        }
        for provider in account.wantedProviders(at: now)
        where !agents.values.contains(where: { $0.provider == provider }) {
            check(
                account.isPausing(provider, at: now),
                "\(provider) should run and does not (rules 1, 3, 5)")
        }
    }

    private func isRunning(_ name: ProfileName) -> Bool {
        agents.values.contains { $0.profile.name == name && $0.askedToStopAt == nil }
    }

    private mutating func check(_ isSo: Bool, _ problem: String) {
        if !isSo, violation == nil { violation = "at \(now): \(problem)" }
    }
}

extension SimulatedAgent {
    var provider: BundleIdentifier { profile.providerBundleIdentifier }
}
