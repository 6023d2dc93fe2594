package import LocalPushModel
package import WirelessLink

/// Where commands learn about Wi-Fi.
package protocol WirelessSource {
    /// What every station interface is doing now, by interface index.
    func look() throws(WirelessError) -> [NetworkObservation]

    /// The SSIDs that the last scans have found.
    func ssidsInReach() throws(WirelessError) -> [SSID]

    /// Takes note of changes from now on. To be called before the first look, so that no change falls
    /// between the two.
    func startWatching()

    /// Returns when something may have changed since the last look, or after a minute.
    func waitForChange() throws
}
