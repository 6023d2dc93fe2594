@testable import WirelessCodec

/// Bytes as a kernel would send them.
enum WireFormat {
    /// A message with its header.
    static func message(type: UInt16 = 32, _ payload: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendNetlinkInteger(UInt32(16 + payload.count))
        bytes.appendNetlinkInteger(type)
        return bytes + [UInt8](repeating: 0, count: 10) + payload
    }

    /// An attribute, padded.
    static func attribute(_ type: UInt16, _ payload: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendNetlinkAttribute(type, payload)
        return bytes
    }

    /// An attribute that is a 32-bit number.
    static func attribute(_ type: UInt16, _ value: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendNetlinkAttribute(type, value)
        return bytes
    }

    /// An information element.
    static func element(_ identifier: UInt8, _ body: [UInt8]) -> [UInt8] {
        [identifier, UInt8(body.count)] + body
    }

    /// An interface, the station of index 3 unless told otherwise.
    static func interface(
        index: UInt32 = 3, type: UInt32 = NL80211.stationInterface, ssid: [UInt8]? = nil
    ) -> [UInt8] {
        typealias Attribute = NL80211.Attribute
        return message(
            [NL80211.Command.newInterface, 1, 0, 0] + attribute(Attribute.interfaceIndex, index)
                + attribute(Attribute.interfaceName, Array("wlan0\0".utf8))
                + attribute(Attribute.radio, 1) + attribute(Attribute.interfaceType, type)
                + (ssid.map { attribute(Attribute.ssid, $0) } ?? []))
    }

    /// A scan entry of the access point whose address ends in `address`.
    static func basicServiceSet(
        address: UInt8 = 1, status: UInt32? = NL80211.BasicServiceSetStatus.associated,
        capability: [UInt8] = [0, 0], elements: [UInt8] = [], multiLinkAddress: UInt8? = nil
    ) -> [UInt8] {
        typealias Entry = NL80211.BasicServiceSet
        let entry =
            attribute(Entry.address, [2, 0, 0, 0, 0, address])
            + attribute(Entry.capability, capability)
            + attribute(Entry.informationElements, elements)
            + (status.map { attribute(Entry.status, $0) } ?? [])
            + (multiLinkAddress.map {
                attribute(Entry.multiLinkAddress, [2, 0, 0, 0, 0, $0])
            } ?? [])
        return message(
            [NL80211.Command.newScanResults, 1, 0, 0]
                + attribute(NL80211.Attribute.interfaceIndex, 3)
                + attribute(NL80211.Attribute.basicServiceSet, entry))
    }

    /// A station entry; nil leaves the flags out.
    static func station(address: UInt8 = 1, mask: UInt32? = 0xfe, flags: UInt32 = 0) -> [UInt8] {
        var update: [UInt8] = []
        if let mask {
            var values: [UInt8] = []
            values.appendNetlinkInteger(mask)
            values.appendNetlinkInteger(flags)
            update = attribute(NL80211.stationFlags, values)
        }
        return message(
            [NL80211.Command.newStation, 1, 0, 0] + attribute(NL80211.Attribute.interfaceIndex, 3)
                + attribute(NL80211.Attribute.address, [2, 0, 0, 0, 0, address])
                + attribute(NL80211.Attribute.stationInformation, update))
    }

    /// A link, of index 3 unless told otherwise.
    static func link(index: UInt8 = 3, state: UInt8, carrier: UInt8) -> [UInt8] {
        message(
            type: RouteNetlink.newLink,
            [0, 0, 1, 0, index, 0, 0, 0] + [UInt8](repeating: 0, count: 8)
                + attribute(RouteNetlink.Attribute.operationalState, [state])
                + attribute(RouteNetlink.Attribute.carrier, [carrier]))
    }
}
