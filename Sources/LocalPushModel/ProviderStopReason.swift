/// Why an agent is told to stop: the names and numbers of Apple's `NEProviderStopReason`
/// (NEProvider.h), spelling included. A name is the same in the session protocol and in `status`.
package enum ProviderStopReason: Int, Hashable, Sendable, CaseIterable {
    case none = 0
    /// Stopped by hand, or with the service.
    case userInitiated = 1
    /// The agent did not do its part, as confirming its start in time.
    case providerFailed = 2
    /// The network was left for no other.
    case noNetworkAvailable = 3
    /// The device moved to a network that the profile does not match.
    case unrecoverableNetworkChange = 4
    /// The provider is gone or no longer valid.
    case providerDisabled = 5
    case authenticationCanceled = 6
    case configurationFailed = 7
    case idleTimeout = 8
    /// The profile was disabled.
    case configurationDisabled = 9
    /// The profile was removed.
    case configurationRemoved = 10
    /// Another profile of the same provider takes over.
    case superceded = 11
    case userLogout = 12
    case userSwitch = 13
    case connectionFailed = 14
    /// The device goes to sleep (`simple` providers, which cannot be told otherwise).
    case sleep = 15
    /// The provider was upgraded.
    case appUpdate = 16
    case internalError = 17

    /// The name, as Apple writes it.
    package var name: String { String(describing: self) }
}
