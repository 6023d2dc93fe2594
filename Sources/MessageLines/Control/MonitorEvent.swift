package import LocalPushModel

/// Something that happened, as `monitor` shows it.
package struct MonitorEvent: Hashable, Sendable {
    /// What happened.
    package enum Change: Hashable, Sendable {
        /// A profile came, or its state, reason or agent changed.
        case profile(StatusReport.Profile)
        /// A profile is no longer there.
        case profileRemoved(name: String)
        /// An interface came, or what it is on changed.
        case network(NetworkObservation)
        /// An interface is no longer there.
        case networkRemoved(interface: String, interfaceIndex: UInt32)
        /// An interface came back to its network, or went on to another access point of it.
        case roamed(interface: String, ssid: SSID, from: String?, to: String?)
        /// An agent ended or failed to start by itself; it is started again after a
        /// pause.
        case agentFailed(profile: String, problem: String, pauseMilliseconds: Int)
        /// An agent was told to stop.
        case agentStopping(profile: String, reason: ProviderStopReason)
        /// An agent wrote a line to its log. For those alone who may change profiles.
        case agentLog(profile: String, line: String)
        /// An agent reported a call.
        case incomingCall(profile: String, id: String)
        /// What became of a call that an agent reported: why the containing app did not get it, in
        /// words; nil when it did.
        case callReported(profile: String, id: String, problem: String?)
        /// This generation of the store is in force.
        case store(generation: Int)
        /// The service stops.
        case serviceStopping
    }

    /// When: ISO 8601 with milliseconds, UTC.
    package let time: String
    package let change: Change

    package init(time: String, _ change: Change) {
        self.time = time
        self.change = change
    }
}
