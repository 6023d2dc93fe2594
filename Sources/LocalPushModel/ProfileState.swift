/// What has become of a profile on this device.
package enum ProfileState: String, Hashable, Sendable, CaseIterable {
    /// Its agent runs and has confirmed its start.
    case active
    /// Its agent has been started and has not confirmed yet.
    case starting
    /// Its agent has been told to stop and is not gone yet.
    case stopping
    /// Its agent failed and will be started again.
    case backoff
    /// It is ready and its network is not there.
    case waiting
    /// Another profile of the same provider was preferred.
    case superseded
    /// A managed profile of the same name hides it.
    case shadowed
    /// It is switched off.
    case disabled
    /// Its agent was stopped by hand.
    case held
    /// It, or its provider, cannot be used.
    case invalid
}
