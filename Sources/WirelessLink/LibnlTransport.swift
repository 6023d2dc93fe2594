import CNetlink
package import WirelessCodec

/// The way to the running kernel, through libnl. Sockets are opened when they are first needed.
package final class LibnlTransport: WirelessTransport {
    private var generic: NetlinkSocket?
    private var route: NetlinkSocket?
    private var family: UInt16?

    package init() {}

    package func wirelessFamily() throws(NetlinkError) -> UInt16? {
        if let family { return family }
        try openGeneric()
        family = try generic?.family(named: NL80211.familyName)
        return family
    }

    package func ask(_ request: NetlinkRequest) throws(NetlinkError) -> [NetlinkMessage] {
        switch request.destination {
        case .generic:
            try openGeneric()
            return try generic?.ask(request) ?? []
        case .route:
            if route == nil { route = try NetlinkSocket.connected(to: NETLINK_ROUTE) }
            return try route?.ask(request) ?? []
        }
    }

    /// The family's number goes too: a module that is loaded again has another.
    package func reset() {
        generic = nil
        route = nil
        family = nil
    }

    private func openGeneric() throws(NetlinkError) {
        if generic == nil { generic = try NetlinkSocket.connected(to: NETLINK_GENERIC) }
    }
}
