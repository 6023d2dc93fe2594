package import LocalPushModel

/// Everything that one look at the kernel brought back, and what follows from it.
package struct WirelessSnapshot: Hashable, Sendable {
    /// The wireless interfaces of every type.
    package var interfaces: [WirelessInterface] = []
    /// The entries of all scan tables that have a status.
    package var basicServiceSets: [BasicServiceSet] = []
    /// The peers that were asked about.
    package var stations: [Station] = []
    /// The links that were asked about.
    package var links: [Link] = []
    /// The radios that are blocked (rfkill).
    package var blockedRadios: Set<UInt32> = []

    package init() {}

    /// One observation for each station interface, by interface index.
    package var observations: [NetworkObservation] {
        interfaces.filter(\.isStation).sorted { $0.index < $1.index }.map(observation)
    }

    private func observation(_ interface: WirelessInterface) -> NetworkObservation {
        let entries = associatedEntries(interface)
        // Several entries are links to one multi-link access point, hence one network.
        guard let entry = entries.first(where: { $0.ssid != nil }) ?? entries.first else {
            return unassociated(interface)
        }
        let ssid = entry.ssid ?? interface.ssid
        return NetworkObservation(
            interface: interface.name, interfaceIndex: interface.index,
            state: ssid != nil && mayPassData(interface) ? .joined : .associated, ssid: ssid,
            bssid: (entry.multiLinkAddress ?? entry.address).description,
            isProtected: entry.isProtected)
    }

    private func unassociated(_ interface: WirelessInterface) -> NetworkObservation {
        var observation = NetworkObservation(
            interface: interface.name, interfaceIndex: interface.index, state: .disconnected)
        if blockedRadios.contains(interface.radio) {
            observation.state = .radioOff
        } else if isAssociating(interface) {
            observation.state = .associating
            observation.ssid = interface.ssid
        }
        return observation
    }

    /// The interface's entries that make it associated.
    package func associatedEntries(_ interface: WirelessInterface) -> [BasicServiceSet] {
        basicServiceSets.filter { $0.interfaceIndex == interface.index && $0.isAssociated }
    }

    private func isAssociating(_ interface: WirelessInterface) -> Bool {
        interface.ssid != nil
            || basicServiceSets.contains { $0.interfaceIndex == interface.index }
    }

    /// Whether the port is open: what the driver's station flags say, and where it gives none, what
    /// the link says.
    private func mayPassData(_ interface: WirelessInterface) -> Bool {
        isAuthorized(interface)
            ?? links.contains { $0.interfaceIndex == interface.index && $0.isUp }
    }

    /// Whether the associated access point has authorized the device; nil where the driver gives
    /// no entry for it, or no flags.
    package func isAuthorized(_ interface: WirelessInterface) -> Bool? {
        let addresses = associatedEntries(interface).flatMap { [$0.address, $0.multiLinkAddress] }
        return stations.lazy
            .filter { $0.interfaceIndex == interface.index && addresses.contains($0.address) }
            .compactMap(\.isAuthorized).first
    }
}
