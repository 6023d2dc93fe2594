/// What somebody may ask by hand of the agent of a profile.
package enum AgentRequest: String, Hashable, Sendable, CaseIterable {
    /// Start it though it was stopped by hand, or waits after a failure.
    case start
    /// Stop it, and hold it until it is started by hand, its profile changes, or its network is left.
    case stop
    /// Replace the running process by a new one.
    case restart
}
