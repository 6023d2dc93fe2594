package import LocalPushModel

/// Something that an agent does in a simulation.
package struct SimulatedChange: Sendable {
    /// What it is.
    package enum Kind: Hashable, Sendable {
        /// The agent is started.
        case start
        /// The agent is stopped, for this reason.
        case stop(ProviderStopReason)
        /// The agent goes on, on another access point of its network or back on it.
        case roam
    }

    package let kind: Kind
    /// When, from the start of the simulation.
    package let at: Duration
    /// The profile that the agent runs for.
    package let profile: Profile
    /// The network that the agent runs on, or ran on.
    package let network: AgentNetwork
    /// Why, in words.
    package let why: String
}
