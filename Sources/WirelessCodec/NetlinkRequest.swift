/// One question to the kernel, without the header that the transport adds.
package struct NetlinkRequest: Hashable, Sendable {
    /// The parts of the kernel that can be asked.
    package enum Destination: Hashable, Sendable {
        /// Generic netlink, and behind it nl80211.
        case generic
        /// The network stack.
        case route
    }

    /// What the question is for, as a verb for people: "list wireless interfaces".
    package let purpose: String
    /// Who is asked.
    package let destination: Destination
    /// The generic netlink family, or the kind of rtnetlink message.
    package let type: UInt16
    /// Whether every object is asked for, not a single one.
    package let isDump: Bool
    /// Everything after the header.
    package let payload: [UInt8]
}

// MARK: nl80211 (linux/nl80211.h); `family` is the number that the kernel gave it

extension NetlinkRequest {
    /// All wireless interfaces of this network namespace.
    package static func interfaces(family: UInt16) -> Self {
        wireless("list wireless interfaces", family, NL80211.Command.getInterface, isDump: true)
    }

    /// All access points that one interface knows, the associated one among them.
    package static func basicServiceSets(family: UInt16, interfaceIndex: UInt32) -> Self {
        wireless("list access points", family, NL80211.Command.getScan, isDump: true) {
            $0.appendNetlinkAttribute(NL80211.Attribute.interfaceIndex, interfaceIndex)
        }
    }

    /// What one interface knows about the peer with this address.
    package static func station(
        family: UInt16, interfaceIndex: UInt32, address: HardwareAddress
    ) -> Self {
        wireless("look at an access point", family, NL80211.Command.getStation, isDump: false) {
            $0.appendNetlinkAttribute(NL80211.Attribute.interfaceIndex, interfaceIndex)
            $0.appendNetlinkAttribute(NL80211.Attribute.address, address.bytes)
        }
    }

    private static func wireless(
        _ purpose: String, _ family: UInt16, _ command: UInt8, isDump: Bool,
        attributes: (inout [UInt8]) -> Void = { _ in }
    ) -> Self {
        // struct genlmsghdr (linux/genetlink.h): command, version, two reserved bytes.
        var payload: [UInt8] = [command, 0, 0, 0]
        attributes(&payload)
        return NetlinkRequest(
            purpose: purpose, destination: .generic, type: family, isDump: isDump, payload: payload)
    }
}

// MARK: rtnetlink (linux/rtnetlink.h)

extension NetlinkRequest {
    /// The link state of one interface.
    package static func link(interfaceIndex: UInt32) -> Self {
        // struct ifinfomsg: family, padding, type, index, flags, mask of changes.
        var payload: [UInt8] = [0, 0, 0, 0]
        payload.appendNetlinkInteger(interfaceIndex)
        payload += repeatElement(0, count: 8)
        // Statistics are most of the answer, and of no use here.
        payload.appendNetlinkAttribute(
            RouteNetlink.Attribute.extendedMask, RouteNetlink.skipStatistics)
        return NetlinkRequest(
            purpose: "look at a link", destination: .route, type: RouteNetlink.getLink,
            isDump: false, payload: payload)
    }
}
