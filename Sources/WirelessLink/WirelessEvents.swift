import CNetlink
import Glibc
import WirelessCodec

/// Tells that something about Wi-Fi may have changed.
///
/// What an event says is never looked at: it only means that the next look may find something else.
/// Subscribe before the first look, or a change between the two is lost.
package final class WirelessEvents {
    /// What waited at the descriptors.
    package enum Arrival: Comparable, Sendable {
        /// Nothing.
        case nothing
        /// At least one event: look again.
        case events
        /// Events were lost, since they came faster than they were taken: look again.
        case overrun
    }

    /// How much may wait in the kernel, in bytes; a burst of joins fits, as in wpa_supplicant.
    private static let bufferSize: Int32 = 256 * 1024
    /// How many events are taken at once at most, so that a flood cannot hold the caller.
    private static let most = 4096

    private var generic: NetlinkSocket?
    private var route: NetlinkSocket?
    private var radioSwitches: RadioSwitchEvents?

    /// Subscribes to nothing yet.
    package init() {}

    /// Subscribes to what is not subscribed to yet, so call it again before a look as long as it
    /// throws: on a system without Wi-Fi, link events still tell when an interface appears.
    package func subscribe() throws(WirelessError) {
        let hasWireless: Bool
        do throws(NetlinkError) {
            // Nothing on netlink tells that a radio was unblocked.
            if radioSwitches == nil { radioSwitches = RadioSwitchEvents() }
            if route == nil { route = try Self.routeEvents() }
            if generic == nil { generic = try Self.wirelessEvents() }
            hasWireless = generic != nil
        } catch {
            throw WirelessError(error)
        }
        if !hasWireless { throw .noWirelessSupport }
    }

    /// The descriptors to wait at until one is readable. ``subscribe()`` may add one.
    package var descriptors: [Int32] {
        [route?.descriptor, generic?.descriptor, radioSwitches?.descriptor].compactMap(\.self)
    }

    /// Takes all events that wait. Throws when a descriptor is broken.
    package func drain() throws(WirelessError) -> Arrival {
        var arrival = Arrival.nothing
        for descriptor in [route?.descriptor, generic?.descriptor].compactMap(\.self) {
            arrival = max(arrival, try drain(descriptor))
        }
        if radioSwitches?.drain() == true { arrival = max(arrival, .events) }
        return arrival
    }

    private func drain(_ descriptor: Int32) throws(WirelessError) -> Arrival {
        var arrival = Arrival.nothing
        for _ in 0..<Self.most {
            // A read of no bytes takes a whole message off the queue.
            if recv(descriptor, nil, 0, Int32(MSG_DONTWAIT)) >= 0 {
                arrival = max(arrival, .events)
                continue
            }
            switch errno {
            case EAGAIN: return arrival
            case ENOBUFS: arrival = .overrun
            case EINTR: break
            default: throw .failed(NetlinkError("read events", .refused(errno: errno)))
            }
        }
        return arrival
    }

    private static func routeEvents() throws(NetlinkError) -> NetlinkSocket {
        let socket = try NetlinkSocket.connected(to: NETLINK_ROUTE)
        try socket.expectEvents(bufferSize: bufferSize)
        try socket.join(group: RouteNetlink.linkGroup)
        return socket
    }

    /// Nil when the kernel has no nl80211. The group of scan results is left out: it is noisy, and
    /// tells nothing about the device's own network.
    private static func wirelessEvents() throws(NetlinkError) -> NetlinkSocket? {
        let socket = try NetlinkSocket.connected(to: NETLINK_GENERIC)
        guard try socket.family(named: NL80211.familyName) != nil else { return nil }
        let groups = [NL80211.Group.configuration, NL80211.Group.management]
        let numbers = try groups.map { name throws(NetlinkError) in
            try socket.group(named: name, of: NL80211.familyName)
        }
        try socket.expectEvents(bufferSize: bufferSize)
        for number in numbers { try socket.join(group: number) }
        return socket
    }
}
