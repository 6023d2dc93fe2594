import Testing

@testable import WirelessCodec

/// The bytes of requests.
struct NetlinkRequestTests {
    @Test func `interfaces are listed without attributes`() {
        let request = NetlinkRequest.interfaces(family: 32)
        #expect(request.type == 32 && request.isDump)
        #expect(request.payload == [5, 0, 0, 0])
    }

    @Test func `a scan table is listed for one interface`() {
        let request = NetlinkRequest.basicServiceSets(family: 32, interfaceIndex: 3)
        #expect(request.isDump)
        #expect(
            request.payload
                == [32, 0, 0, 0] + WireFormat.attribute(NL80211.Attribute.interfaceIndex, 3))
    }

    @Test func `a station is asked for by its address`() throws {
        let address = try #require(HardwareAddress([2, 0, 0, 0, 0, 1]))
        let request = NetlinkRequest.station(family: 32, interfaceIndex: 3, address: address)
        #expect(!request.isDump)
        // Six bytes of address are padded to eight.
        #expect(request.payload.count == 4 + 8 + 4 + 8)
        #expect(request.payload.suffix(12) == [10, 0, 6, 0, 2, 0, 0, 0, 0, 1, 0, 0])
    }

    @Test func `a link is asked for by its index, without statistics`() {
        let request = NetlinkRequest.link(interfaceIndex: 3)
        #expect(request.type == RouteNetlink.getLink && !request.isDump)
        #expect(request.destination == .route)
        #expect(request.payload[4..<8].netlinkUInt32 == 3)
        let attributes = Array(NetlinkAttributes(request.payload[16...]))
        #expect(attributes.map(\.type) == [RouteNetlink.Attribute.extendedMask])
        #expect(attributes.first?.payload.netlinkUInt32 == RouteNetlink.skipStatistics)
    }

    @Test func `an address has six octets`() {
        #expect(HardwareAddress([1, 2, 3, 4, 5]) == nil)
        #expect(HardwareAddress([1, 2, 3, 4, 5, 6, 7]) == nil)
        #expect(HardwareAddress([0, 0x0a, 0xff, 1, 2, 3])?.description == "00:0a:ff:01:02:03")
    }
}
