package import LocalPushModel

/// News for the reconciler. What there is to know comes from a fresh look; an event carries the look.
package enum ReconcilerEvent: Hashable, Sendable {
    /// The profiles, as a look at the store and the managed folders found them.
    case profiles(ProfileSet)
    /// The providers that profiles name, as a look at their manifests found them.
    case providers([BundleIdentifier: ProviderAvailability])
    /// Every Wi-Fi interface, as a look at the kernel found it.
    case networks([NetworkObservation])
    /// News of one agent.
    case agent(AgentInstance, AgentEvent)
    /// Somebody asks that the agent of a profile be stopped, started or started afresh.
    case request(AgentRequest, ProfileName)
    /// The device is about to sleep.
    case sleep
    /// The device has woken up.
    case wake
    /// Another minute has passed.
    case minute
    /// The service ends: every agent is to stop, for this reason.
    case shutdown(ProviderStopReason)
    /// Nothing but that time has passed.
    case time
}

/// What the supervisor tells of an agent.
package enum AgentEvent: Hashable, Sendable {
    /// It confirmed its start.
    case started
    /// It, or the attempt to launch it, failed, for the reason in words. A process may remain.
    case startFailed(String)
    /// It says that it has stopped; its process may remain.
    case stopped
    /// It accepts the configuration with this revision; of one that it was not told last, that means nothing.
    case configurationAccepted(revision: Int)
    /// Everything of it is gone; how its process ended, in words.
    case exited(String)
}
