package import LocalPushModel

extension Reconciler {
    /// Takes in what somebody asked for by hand. ``refusal(of:for:)`` tells beforehand whether it
    /// has any effect.
    mutating func take(_ request: AgentRequest, for name: ProfileName) {
        guard let profile = current(name) else { return }
        let provider = profile.providerBundleIdentifier
        switch request {
        case .stop: holds[name] = profile
        case .start:
            holds[name] = nil
            agents[provider]?.forgetFailures()
        case .restart:
            holds[name] = nil
            agents[provider]?.requestRestart(of: name)
        }
    }

    /// Why a request cannot be met, in words; nil when it can be.
    package func refusal(of request: AgentRequest, for name: ProfileName) -> String? {
        let report = profileReports().last { $0.name == name.text }
        switch report?.state {
        case nil: return "there is no profile \(name)"
        case .active, .starting, .backoff, .held, .stopping: return nil
        case .waiting, .superseded, .shadowed, .disabled, .invalid:
            return "the profile \(name) is \(report?.state.rawValue ?? ""): \(report?.reason ?? "")"
        }
    }

    /// A profile stopped by hand is released when it changes, goes, or its network is left.
    mutating func releaseHolds() {
        let held = tracker.held.map(\.ssid)
        holds = holds.filter { name, profile in
            current(name) == profile && held.contains(where: profile.matchSSIDs.contains)
        }
    }

    /// The profile in force under this name.
    func current(_ name: ProfileName) -> Profile? {
        profiles.profiles.last { $0.profile.name == name && !$0.isShadowed }?.profile
    }
}
