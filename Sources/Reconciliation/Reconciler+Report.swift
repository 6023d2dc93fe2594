package import LocalPushModel

extension Reconciler {
    /// One Wi-Fi interface, as the last look found it, with its grace period.
    package struct InterfaceReport: Hashable, Sendable {
        /// What was found; the state is ``NetworkState/leaving`` while the grace period runs.
        package let observation: NetworkObservation
        /// When the grace period ends, monotonic; nil when none runs.
        package let leavesAt: Duration?
    }

    /// Every Wi-Fi interface, by index.
    package func interfaceReports() -> [InterfaceReport] {
        tracker.ordered.map { interface in
            var observation = interface.observation
            if interface.leavesAt != nil, let held = interface.held {
                observation.state = .leaving
                observation.ssid = held.ssid
                observation.bssid = held.bssid
                observation.isProtected = held.isProtected
            }
            return InterfaceReport(observation: observation, leavesAt: interface.leavesAt)
        }
    }

    /// Every profile, in the order of the set, then the files that cannot be used.
    package func profileReports() -> [ProfileReport] {
        let reports = verdicts.map(report)
        let invalid = profiles.invalidFiles.map { file in
            ProfileReport(
                name: file.name, installed: nil, file: file.file, state: .invalid,
                reason: file.problem, matchedSSID: nil, agent: nil)
        }
        return reports + invalid
    }

    /// Every profile judged on the networks that count now, in the order of the set.
    var verdicts: [ProfileMatcher.Verdict] {
        ProfileMatcher(profiles, on: joinedSSIDs, retained: retainedSSIDs).verdicts
    }

    /// What has become of the profile that a verdict is on.
    func report(_ verdict: ProfileMatcher.Verdict) -> ProfileReport {
        let installed = verdict.installed
        let agent = agents[installed.profile.providerBundleIdentifier]
            .flatMap {
                $0.profile?.name == installed.profile.name && !installed.isShadowed ? $0 : nil
            }
        let (state, reason) = stateAndReason(of: verdict, agent: agent)
        return ProfileReport(
            name: installed.profile.name.text, installed: installed, file: installed.file,
            state: state, reason: reason,
            matchedSSID: verdict.matchedSSID
                ?? (agent?.hasProcess == true ? agent?.network?.ssid : nil),
            agent: agent.flatMap(agentReport))
    }

    private func agentReport(_ agent: Agent) -> ProfileReport.Agent? {
        agent.instance.map { ProfileReport.Agent(instance: $0, restarts: agent.restarts) }
    }

    private func stateAndReason(
        of verdict: ProfileMatcher.Verdict, agent: Agent?
    ) -> (ProfileState, String) {
        // A process counts before any wish: what runs or is not gone yet is what people ask about.
        if let agent, let state = processState(agent) { return state }
        let profile = verdict.installed.profile
        switch verdict.outcome {
        case .shadowed:
            return (.shadowed, Explanation.shadowed)
        case .disabled: return (.disabled, Explanation.disabled)
        case .superseded(let winner): return (.superseded, Explanation.superseded(by: winner))
        case .doesNotMatch, .wins: break
        }
        if let problem = providerProblem(profile) ?? verdict.installed.problem {
            return (.invalid, problem)
        }
        if holds[profile.name] != nil {
            return (.held, "stopped by hand; `localpush agent start \(profile.name)` starts it")
        }
        if verdict.outcome == .doesNotMatch {
            return (.waiting, Explanation.waiting(profile, networks: interfaceReports()))
        }
        return pendingState(agent)
    }

    private func processState(_ agent: Agent) -> (ProfileState, String)? {
        guard agent.hasProcess else { return nil }
        switch agent.phase {
        case .running: return (.active, Explanation.active(agent, tracker))
        case .starting: return (.starting, Explanation.starting(agent))
        case .stopping: return (.stopping, Explanation.stopping(agent))
        case .idle, .backoff: return nil
        }
    }

    /// The state of a profile that wins and has no process.
    private func pendingState(_ agent: Agent?) -> (ProfileState, String) {
        if case .backoff = agent?.phase {
            return (.backoff, Explanation.backoff(agent?.lastProblem, agent?.backoff.failures ?? 0))
        }
        if shutdownReason != nil { return (.waiting, "the service is stopping") }
        if isAsleep { return (.waiting, "the device is asleep") }
        return (.waiting, "another agent of the same provider has to stop first")
    }

    /// Why the provider of an enabled profile cannot be used; nil when it can be.
    private func providerProblem(_ profile: Profile) -> String? {
        switch providers[profile.providerBundleIdentifier] {
        case .usable: nil
        case .unusable(let problem): problem
        case nil: "no provider \(profile.providerBundleIdentifier) is installed"
        }
    }
}

extension InstalledProfile {
    /// The path of the managed file; nil for a stored profile.
    package var file: String? {
        switch origin {
        case .stored: nil
        case .managed(let file): file
        }
    }
}
