import LocalPushModel
import StrictJSON

/// The agent of one provider: where it is between launch and end, and what it was told last.
struct Agent: Hashable, Sendable {
    enum Phase: Hashable, Sendable {
        /// No process, and none planned.
        case idle
        /// Launched; has until then to confirm its start.
        case starting(until: Duration)
        /// Confirmed its start.
        case running
        /// On its way out; the next step is due then.
        case stopping(StopStep, until: Duration)
        /// No process; the next launch is due then.
        case backoff(until: Duration)
    }

    /// How far a stop has gone.
    enum StopStep: Hashable, Sendable {
        case asked
        case terminated
        case killed
    }

    /// A configuration change that waits for the agent's answer.
    struct PendingChange: Hashable, Sendable {
        let revision: Int
        let until: Duration
    }

    var phase = Phase.idle
    /// The present run; nil without a process.
    var instance: AgentInstance?
    /// The profile that the agent runs, or last ran, for, as it was handed over last.
    var profile: Profile?
    /// The network that the agent was told of last.
    var network: AgentNetwork?
    /// What the provider was found to be at the launch.
    var availability: ProviderAvailability?
    /// Why it was told to stop.
    var stopReason = ProviderStopReason.none
    /// The revision of the configuration handed over last; 1 is that of the start.
    var revision = 1
    var pendingChange: PendingChange?
    /// Whether somebody asked for the present run to be replaced.
    var isRestartRequested = false
    /// When the present run confirmed its start.
    var startedAt: Duration?
    var backoff = Backoff()
    /// Restarts after failures since the profile's network was joined.
    var restarts = 0
    /// What is wrong with the present run, in words.
    var problem: String?
    /// What was wrong with the run that failed last, in words; nil once a start was confirmed since.
    var lastProblem: String?

    var understandsMessages: Bool {
        guard case .usable(let understandsMessages, _) = availability else { return false }
        return understandsMessages
    }

    /// Whether there is, or may be, a process.
    var hasProcess: Bool { instance != nil }

    /// When this agent next needs attention though nothing happens.
    var nextDeadline: Duration? {
        switch phase {
        case .idle: nil
        case .running: pendingChange?.until
        case .starting(let until), .stopping(_, let until), .backoff(let until): until
        }
    }
}
