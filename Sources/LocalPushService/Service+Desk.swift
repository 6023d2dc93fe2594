package import Glibc
import LinuxSystem
import LocalPushModel
package import MessageLines
import Reconciliation

/// What clients of the private socket may ask, and what they get.
extension Service: ControlDesk {
    /// How long somebody waits at most for an agent to start, or to be gone.
    private static let startPatience = Duration.seconds(35)
    private static let stopPatience = Duration.seconds(10)

    package func isPrivileged(_ user: uid_t) -> Bool { Self.isPrivileged(user: user) }

    /// Whether this user may change things, and see configurations and logs.
    static func isPrivileged(user: uid_t) -> Bool {
        user == 0 || user == ProcessIdentity.effectiveUser
    }

    package func take(_ request: ControlRequest, from connection: ControlConnection) {
        switch request {
        case .status: connection.reply(.status(status()))
        case .monitor:
            let report = status()
            watchBegan(with: report)
            connection.replyAndMonitor(.status(report))
        case .await(let generation, let gone):
            awaitGeneration(generation, gone, for: connection.asker)
        case .sync, .agent:
            guard isPrivileged(connection.peer.user) else {
                return connection.reply(.refused(.notPermitted))
            }
            guard case .agent(let verb, let name) = request else {
                lookAtEverything()
                return connection.reply(.done(generation: generation ?? 0))
            }
            control(verb, name, for: connection.asker)
        }
    }

    /// Starts, stops or restarts the agent of a profile; the answer comes when that has come about or
    /// failed.
    func control(_ verb: AgentRequest, _ name: ProfileName, for asker: Asker) {
        if let refusal = reconciler.refusal(of: verb, for: name) {
            let isKnown = report(name) != nil
            return asker.answer(.refused(.init(exitStatus: isKnown ? 3 : 4, message: refusal)))
        }
        let old = report(name)?.agent?.instance
        post(.request(verb, name))
        switch verb {
        case .stop: awaitEnd(of: name, for: asker)
        case .start: awaitStart(of: name, notBeing: nil, for: asker)
        case .restart: awaitStart(of: name, notBeing: old, for: asker)
        }
    }

    // MARK: Waiting

    /// The answer comes when the generation is in force and no agent of `gone` is left.
    func awaitGeneration(_ generation: Int, _ gone: ProfileName?, for asker: Asker) {
        owe(
            asker, within: Self.stopPatience,
            tooLate: gone.map { "the agent of \($0) is still there" }
                ?? "generation \(generation) is not in force yet"
        ) { service in
            guard (service.generation ?? -1) >= generation else { return nil }
            if let gone, service.report(gone)?.agent != nil { return nil }
            return .done(generation: service.generation ?? 0)
        }
    }

    private func awaitEnd(of name: ProfileName, for asker: Asker) {
        owe(
            asker, within: Self.stopPatience, tooLate: "the agent of \(name) is still there"
        ) { service in
            service.report(name)?.agent == nil ? .done(generation: service.generation ?? 0) : nil
        }
    }

    private func awaitStart(
        of name: ProfileName, notBeing old: AgentInstance?, for asker: Asker
    ) {
        owe(
            asker, within: Self.startPatience,
            tooLate: "the agent of \(name) has not confirmed its start"
        ) { service in
            guard let report = service.report(name) else {
                return .refused(
                    .init(exitStatus: 4, message: "there is no profile \(name) any more"))
            }
            switch report.state {
            case .active where report.agent?.instance != old:
                return .done(generation: service.generation ?? 0)
            case .active, .starting, .stopping: return nil
            default:
                return .refused(
                    .init(
                        exitStatus: 1,
                        message:
                            "the agent of \(name) did not start; it is \(report.state.rawValue): "
                            + report.reason))
            }
        }
    }

    private func owe(
        _ asker: Asker, within patience: Duration, tooLate: String,
        check: @escaping (Service) -> ControlReply?
    ) {
        if let reply = check(self) { return asker.answer(reply) }
        pendingAnswers.add(
            asker, until: MonotonicClock.now + patience,
            tooLate: .refused(.init(exitStatus: 1, message: tooLate))
        ) { [weak self] in self.flatMap(check) }
        // The new deadline may be the next one.
        post(.time)
    }

    /// What has become of the profile; nil when there is none.
    func report(_ name: ProfileName) -> ProfileReport? {
        reconciler.profileReports().last { $0.name == name.text }
    }
}

extension ControlReply.Refusal {
    /// The client's user may not do this.
    static let notPermitted = ControlReply.Refusal(
        exitStatus: 5,
        message: "permission denied: only root, or the user whose service it is, may do this")
}
