/// How far a Wi-Fi interface is on its way to a network.
///
/// The raw values are those of the `state` key of `ssid --json` and `status --json`.
package enum NetworkState: String, Hashable, Sendable, CaseIterable {
    /// There is no such interface, or it is not a station.
    case absent
    /// The radio is blocked, by software or by a switch (rfkill).
    case radioOff
    /// The radio is on; no network is joined or being joined.
    case disconnected
    /// The kernel is trying to join a network.
    case associating
    /// An access point accepted the device, but no data may pass: keys are missing, or the SSID is
    /// unknown. A wrong passphrase gets this far.
    case associated
    /// Data may pass on a network whose SSID is known.
    case joined
    /// A joined network was lost and its grace period runs. Only the reconciler says so: no look at
    /// the kernel ever finds it.
    case leaving
}
