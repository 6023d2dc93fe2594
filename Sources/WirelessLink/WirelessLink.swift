import Glibc
package import LocalPushModel
import WirelessCodec

/// Looks at the kernel's Wi-Fi. Needs no privileges, and never starts a scan.
package final class WirelessLink {
    /// How often a list that changes while it is read is read again, as wpa_supplicant does.
    private static let tries = 10

    private let transport: any WirelessTransport
    private let switches: RadioSwitches

    /// Connects to nothing yet.
    package init(
        transport: any WirelessTransport = LibnlTransport(),
        switches: RadioSwitches = RadioSwitches()
    ) {
        self.transport = transport
        self.switches = switches
    }

    /// What every station interface is doing now, by interface index; empty where there is none.
    ///
    /// Throws when that cannot be told: what the last look found is then still the best there is,
    /// and the next look starts afresh.
    package func look() throws(WirelessError) -> [NetworkObservation] {
        let snapshot: WirelessSnapshot?
        do throws(NetlinkError) {
            snapshot = try takeSnapshot()
        } catch {
            transport.reset()
            throw WirelessError(error)
        }
        guard let snapshot else { throw .noWirelessSupport }
        return snapshot.observations
    }

    /// The SSIDs that the kernel's last scans have found, whether or not the device is on one of them.
    package func ssidsInReach() throws(WirelessError) -> [SSID] {
        do throws(NetlinkError) {
            guard let family = try transport.wirelessFamily() else { return [] }
            var found: Set<SSID> = []
            for interface in try interfaces(family) where interface.isStation {
                found.formUnion(
                    try answers(
                        .basicServiceSets(family: family, interfaceIndex: interface.index)
                    ).compactMap(ScanResult.ssid))
            }
            return found.sorted { $0.hex < $1.hex }
        } catch {
            transport.reset()
            throw WirelessError(error)
        }
    }

    /// Asks only what the observations depend on: each answer costs a passage to the kernel.
    private func takeSnapshot() throws(NetlinkError) -> WirelessSnapshot? {
        guard let family = try transport.wirelessFamily() else { return nil }
        var snapshot = WirelessSnapshot()
        snapshot.interfaces = try untilConsistent { () throws(NetlinkError) in
            try self.interfaces(family)
        }
        for interface in snapshot.interfaces where interface.isStation {
            try look(at: interface, family, into: &snapshot)
        }
        return snapshot
    }

    private func look(
        at interface: WirelessInterface, _ family: UInt16, into snapshot: inout WirelessSnapshot
    ) throws(NetlinkError) {
        let index = interface.index
        snapshot.basicServiceSets += try untilConsistent { () throws(NetlinkError) in
            try self.answers(.basicServiceSets(family: family, interfaceIndex: index))
        }.compactMap(BasicServiceSet.init)
        guard let entry = snapshot.associatedEntries(interface).first else {
            // A blocked radio has no associations, so this is the only case to ask.
            if switches.isBlocked(interface: interface.name) {
                snapshot.blockedRadios.insert(interface.radio)
            }
            return
        }
        let address = entry.multiLinkAddress ?? entry.address
        snapshot.stations += try answers(
            .station(family: family, interfaceIndex: index, address: address)
        ).compactMap(Station.init)
        if snapshot.isAuthorized(interface) == nil {
            snapshot.links += try answers(.link(interfaceIndex: index)).compactMap(Link.init)
        }
    }

    private func interfaces(_ family: UInt16) throws(NetlinkError) -> [WirelessInterface] {
        let request = NetlinkRequest.interfaces(family: family)
        let interfaces = try transport.ask(request).compactMap(WirelessInterface.init)
        // The kernel marks no interruption in this list, but numbers each state of it
        // (linux/nl80211.h, NL80211_ATTR_GENERATION); every radio counts its own (measured).
        for (_, siblings) in Dictionary(grouping: interfaces, by: \.radio)
        where Set(siblings.map(\.generation)).count > 1 {
            throw NetlinkError(request.purpose, .interrupted)
        }
        return interfaces
    }

    /// The answers about one interface; none when the kernel will not tell, since the interface may
    /// have gone a moment ago, and drivers differ in what they implement.
    private func answers(_ request: NetlinkRequest) throws(NetlinkError) -> [NetlinkMessage] {
        do throws(NetlinkError) {
            return try transport.ask(request)
        } catch {
            guard case .refused = error.problem, !error.isLackOfPermission else { throw error }
            return []
        }
    }

    private func untilConsistent<Result>(
        _ read: () throws(NetlinkError) -> Result
    ) throws(NetlinkError) -> Result {
        for _ in 1..<Self.tries {
            do throws(NetlinkError) {
                return try read()
            } catch {
                if error.problem != .interrupted { throw error }
            }
        }
        return try read()
    }
}
