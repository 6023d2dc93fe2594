/// How patient a ``Link`` is.
package struct LinkSettings: Hashable, Sendable {
    /// The longest pause before the first new attempt; it doubles with each attempt that fails. The
    /// pause itself is anything up to that, so that a fleet that lost its server comes back spread out.
    package var firstPause = Duration.seconds(5)
    /// The longest that the longest pause becomes.
    package var longestPause = Duration.seconds(60)
    /// How long an attempt may take, with what libnats does not limit: looking up a name.
    package var attemptLimit = Duration.seconds(20)
    /// How long the first answer of a new connection may take.
    package var claimLimit = Duration.seconds(10)
    /// How long a server may stay silent when asked whether it is there.
    package var probeLimit = Duration.seconds(5)
    /// How old an attempt has to be for news of the network to start it over.
    package var burst = Duration.seconds(1)
    /// For how long nothing has to be heard for the minute's timer to ask.
    package var silence = Duration.seconds(50)

    /// The settings of an agent.
    package init() {}
}
