import LocalPushModel
import MessageLines

extension AppPushProvider {
    /// A Wi-Fi network that an agent runs on. A value, to be used in any thread.
    public struct Network: Hashable, Sendable {
        /// The SSID's 1 to 32 octets (IEEE 802.11-2020, 9.4.2.2), which need not be text.
        public let ssidBytes: [UInt8]
        /// The name of the interface, as `wlan0`.
        public let interface: String
        /// Whether the access point asks for encryption. An SSID proves nothing: anybody can transmit
        /// it. What authenticates a provider server is its certificate.
        public let isProtected: Bool

        /// The SSID as text; nil when its octets are not UTF-8.
        public var ssid: String? { String(validating: ssidBytes, as: UTF8.self) }

        init(_ network: MessageToAgent.Network) {
            ssidBytes = network.ssid.bytes
            interface = network.interface
            isProtected = network.isProtected
        }
    }

    /// Why an agent is told to stop: the names and numbers of Apple's `NEProviderStopReason`
    /// (NEProvider.h), spelling included.
    public enum StopReason: Int, Hashable, Sendable, CaseIterable {
        /// No reason was given: the service is gone, and with it standard input.
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
        /// Apple's; no agent is told it on Linux.
        case authenticationCanceled = 6
        /// Apple's; no agent is told it on Linux.
        case configurationFailed = 7
        /// Apple's; no agent is told it on Linux.
        case idleTimeout = 8
        /// The profile was disabled.
        case configurationDisabled = 9
        /// The profile was removed.
        case configurationRemoved = 10
        /// Another profile of the same provider takes over.
        case superceded = 11
        /// The user has logged out, as systemd-logind knows it, and the user's service ends.
        case userLogout = 12
        /// Apple's; no agent is told it on Linux.
        case userSwitch = 13
        /// Apple's; no agent is told it on Linux.
        case connectionFailed = 14
        /// Apple's; an agent of this library is not stopped, but told
        /// (``AppPushProvider/sleep(completionHandler:)``).
        case sleep = 15
        /// The provider was upgraded.
        case appUpdate = 16
        /// The service does not know what the agent runs for: a fault of its own.
        case internalError = 17

        init(_ reason: ProviderStopReason) { self = StopReason(rawValue: reason.rawValue) ?? .none }
    }
}
