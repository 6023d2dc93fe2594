import LocalPushModel
import StrictJSON

/// The steps between the phases of an agent.
extension Agent {
    var isStarting: Bool {
        if case .starting = phase { true } else { false }
    }

    // MARK: Without a process

    /// Nothing is to run, or may: what was planned is dropped. Failures are forgotten with the wish
    /// for the agent, so that joining the network again starts at once.
    mutating func rest(wanted: Profile?) {
        phase = .idle
        if wanted == nil {
            backoff.reset()
            restarts = 0
            lastProblem = nil
        }
    }

    /// Whether the launch may happen now: at once, or when the pause after a failure is over, which
    /// a changed profile or provider cuts short.
    func mayLaunch(
        for profile: Profile, on availability: ProviderAvailability, at now: Duration
    ) -> Bool {
        guard case .backoff(let until) = phase else { return true }
        return now >= until || profile != self.profile || availability != self.availability
    }

    mutating func launched(
        _ instance: AgentInstance, _ profile: Profile, _ target: LaunchTarget, confirmBy: Duration
    ) {
        if case .backoff = phase { restarts += 1 }
        if profile != self.profile || target.availability != availability { forgetFailures() }
        phase = .starting(until: confirmBy)
        self.instance = instance
        self.profile = profile
        network = target.network
        availability = target.availability
        stopReason = .none
        revision = 1
        isRestartRequested = false
        pendingChange = nil
        startedAt = nil
        problem = nil
    }

    /// Forgets earlier failures; a launch that waits for its pause is due at once.
    mutating func forgetFailures() {
        backoff.reset()
        if case .backoff = phase { phase = .backoff(until: .zero) }
    }

    // MARK: With a process

    mutating func confirmStart(at now: Duration) {
        guard isStarting else { return }
        phase = .running
        startedAt = now
        lastProblem = nil
    }

    mutating func accept(_ revision: Int) {
        guard let pendingChange, revision == pendingChange.revision else { return }
        self.pendingChange = nil
    }

    /// Brings a starting or running agent up to date with its profile and network.
    mutating func update(
        _ profile: Profile, _ network: AgentNetwork?, _ settings: ReconcilerSettings,
        at now: Duration, _ actions: inout [ReconcilerAction]
    ) {
        if case .starting(let until) = phase {
            if until <= now {
                failStart("it did not confirm its start in time", settings, at: now, &actions)
            }
            return
        }
        if let pendingChange, pendingChange.until <= now {
            return beginStop(.superceded, settings, at: now, &actions)
        }
        updateConfiguration(profile, settings, at: now, &actions)
        updateNetwork(network, &actions)
    }

    private mutating func updateConfiguration(
        _ profile: Profile, _ settings: ReconcilerSettings, at now: Duration,
        _ actions: inout [ReconcilerAction]
    ) {
        let isSame = profile.providerConfiguration == self.profile?.providerConfiguration
        guard !isSame else { return self.profile = profile }
        guard understandsMessages else {
            return beginStop(.superceded, settings, at: now, &actions)
        }
        guard let instance else { return }
        self.profile = profile
        revision += 1
        pendingChange = PendingChange(revision: revision, until: now + settings.acceptTimeout)
        actions.append(
            .changeConfiguration(instance, revision: revision, profile.providerConfiguration))
    }

    private mutating func updateNetwork(
        _ network: AgentNetwork?, _ actions: inout [ReconcilerAction]
    ) {
        guard phase == .running, let network, network != self.network, let instance else { return }
        self.network = network
        if understandsMessages { actions.append(.changeNetwork(instance, network)) }
    }

    // MARK: On the way out

    mutating func beginStop(
        _ reason: ProviderStopReason, _ settings: ReconcilerSettings, at now: Duration,
        _ actions: inout [ReconcilerAction]
    ) {
        guard let instance else { return phase = .idle }
        stopReason = reason
        pendingChange = nil
        phase = .stopping(.asked, until: now + settings.stopTimeout)
        actions.append(.requestStop(instance, reason))
    }

    /// The agent could not start: it failed, and what there is of it goes.
    mutating func failStart(
        _ problem: String, _ settings: ReconcilerSettings, at now: Duration,
        _ actions: inout [ReconcilerAction]
    ) {
        guard isStarting else { return }
        self.problem = problem
        beginStop(.providerFailed, settings, at: now, &actions)
    }

    /// The agent says that it has stopped: what is left for its process is to end, which takes no 5 s.
    /// A signal at once would catch it in the middle of that, and make a good end look like a bad one.
    mutating func hastenStop(
        _ settings: ReconcilerSettings, at now: Duration, _ actions: inout [ReconcilerAction]
    ) {
        guard case .stopping(.asked, let until) = phase else { return }
        phase = .stopping(.asked, until: min(until, now + settings.terminateTimeout))
    }

    mutating func continueStop(
        _ settings: ReconcilerSettings, at now: Duration, _ actions: inout [ReconcilerAction]
    ) {
        guard case .stopping(let step, let until) = phase, until <= now, let instance else {
            return
        }
        switch step {
        case .asked:
            phase = .stopping(.terminated, until: now + settings.terminateTimeout)
            actions.append(.terminate(instance))
        case .terminated, .killed:
            phase = .stopping(.killed, until: now + settings.killTimeout)
            actions.append(.kill(instance))
        }
    }

    /// Everything of the run is gone. Unless it was asked to stop, that is a failure, and the next
    /// launch waits for a pause.
    mutating func ended(
        _ ending: String, _ settings: ReconcilerSettings, using random: inout SeededRandom,
        at now: Duration, _ actions: inout [ReconcilerAction]
    ) {
        instance = nil
        pendingChange = nil
        let wasAsked = stopReason != .none && stopReason != .providerFailed
        if wasAsked { return phase = .idle }
        if let startedAt, now - startedAt >= settings.healthyPeriod { backoff.reset() }
        let problem = problem ?? ending
        lastProblem = problem
        let pause = backoff.nextPause(settings, using: &random)
        phase = .backoff(until: now + pause)
        guard let name = profile?.name else { return }
        actions.append(.record(.agentFailed(name, problem: problem, pause: pause)))
    }

    /// Somebody wants the run of profile `name` to be replaced by a new one.
    mutating func requestRestart(of name: ProfileName) {
        forgetFailures()
        guard profile?.name == name, phase == .running || isStarting else { return }
        isRestartRequested = true
    }
}
