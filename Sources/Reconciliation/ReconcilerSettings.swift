/// The periods that the reconciler goes by, all on the monotonic clock.
package struct ReconcilerSettings: Hashable, Sendable {
    /// How long a lost network keeps its agents.
    package var grace: Duration = .seconds(5)
    /// How long an agent has to confirm its start.
    package var startTimeout: Duration = .seconds(30)
    /// How long an agent has to end after the stop message.
    package var stopTimeout: Duration = .seconds(5)
    /// How long an agent has to end after SIGTERM.
    package var terminateTimeout: Duration = .seconds(1)
    /// How long to wait for a killed agent before killing again.
    package var killTimeout: Duration = .seconds(2)
    /// How long an agent has to accept a changed configuration before it is restarted instead.
    package var acceptTimeout: Duration = .seconds(5)
    /// The pause before the first restart of a failing agent; doubled for each failure since.
    package var shortestBackoff: Duration = .seconds(1)
    /// The longest pause before a restart.
    package var longestBackoff: Duration = .seconds(60)
    /// How long an agent must run for its earlier failures to be forgotten.
    package var healthyPeriod: Duration = .seconds(60)

    package init() {}
}
