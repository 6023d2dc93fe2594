import LocalPushModel
import Testing
import WirelessTestSupport

@testable import WirelessCodec

/// The rules for cases that the lab's kernel cannot show.
struct WirelessSnapshotTests {
    private static let deck = WireFormat.element(InformationElement.ssid, Array("Deck".utf8))

    /// What follows from one interface and these messages about it.
    private func observation(
        interface: [UInt8] = WireFormat.interface(), entries: [[UInt8]] = [],
        stations: [[UInt8]] = [], links: [[UInt8]] = []
    ) throws -> NetworkObservation {
        var snapshot = WirelessSnapshot()
        snapshot.interfaces = decoded([interface], WirelessInterface.init)
        snapshot.basicServiceSets = decoded(entries, BasicServiceSet.init)
        snapshot.stations = decoded(stations, Station.init)
        snapshot.links = decoded(links, Link.init)
        return try #require(snapshot.observations.first)
    }

    private func decoded<Value>(
        _ messages: [[UInt8]], _ decode: (NetlinkMessage) -> Value?
    ) -> [Value] {
        messages.compactMap { NetlinkMessage($0).flatMap(decode) }
    }

    @Test func `several links to one access point are one network`() throws {
        let found = try observation(
            entries: [
                WireFormat.basicServiceSet(address: 1, multiLinkAddress: 9),
                WireFormat.basicServiceSet(address: 2, elements: Self.deck, multiLinkAddress: 9),
            ],
            stations: [WireFormat.station(address: 9, flags: NL80211.StationFlag.authorized)])
        #expect(found.state == .joined)
        #expect(found.ssid == SSID(text: "Deck"))
        #expect(found.bssid == "02:00:00:00:00:09")
    }

    @Test func `an SSID element of 33 octets is refused and one of 32 accepted`() throws {
        for count in [32, 33] {
            let element = WireFormat.element(0, [UInt8](repeating: 65, count: count))
            let found = try observation(
                entries: [WireFormat.basicServiceSet(elements: element)],
                stations: [WireFormat.station(flags: NL80211.StationFlag.authorized)])
            #expect(found.ssid == SSID(bytes: [UInt8](repeating: 65, count: count)))
            #expect(found.state == (count == 32 ? .joined : .associated))
        }
    }

    @Test(arguments: [[], [0, 0, 0, 0]])
    func `the kernel's own name helps where the access point blanks it`(blank: [UInt8]) throws {
        let found = try observation(
            interface: WireFormat.interface(ssid: Array("Deck".utf8)),
            entries: [WireFormat.basicServiceSet(elements: WireFormat.element(0, blank))],
            stations: [WireFormat.station(flags: NL80211.StationFlag.authorized)])
        #expect(found.ssid == SSID(text: "Deck"))
        #expect(found.state == .joined)
    }

    @Test func `the element wins over the kernel's own name`() throws {
        let found = try observation(
            interface: WireFormat.interface(ssid: Array("Old".utf8)),
            entries: [WireFormat.basicServiceSet(elements: Self.deck)])
        #expect(found.ssid == SSID(text: "Deck"))
    }

    @Test func `an access point that only authenticated is an attempt`() throws {
        let entry = WireFormat.basicServiceSet(
            status: NL80211.BasicServiceSetStatus.authenticated, elements: Self.deck)
        let found = try observation(entries: [entry])
        #expect(found.state == .associating)
        #expect(found.bssid == nil)
    }

    @Test func `an ad-hoc network is none`() throws {
        let found = try observation(
            entries: [WireFormat.basicServiceSet(status: 2, elements: Self.deck)])
        #expect(found.state == .disconnected)
    }

    @Test func `what is known about another interface does not count`() throws {
        let entry = WireFormat.basicServiceSet(elements: Self.deck)
        var snapshot = WirelessSnapshot()
        snapshot.interfaces = decoded(
            [WireFormat.interface(index: 4), WireFormat.interface()], WirelessInterface.init)
        snapshot.basicServiceSets = decoded([entry], BasicServiceSet.init)
        snapshot.links = decoded([Self.up], Link.init)
        #expect(snapshot.observations.map(\.state) == [.joined, .disconnected])
        #expect(snapshot.observations.map(\.interfaceIndex) == [3, 4])

        let other = WireFormat.link(index: 4, state: RouteNetlink.operationallyUp, carrier: 1)
        snapshot.links = decoded([other], Link.init)
        #expect(snapshot.observations.map(\.state) == [.associated, .disconnected])
    }
}

/// Whether data may pass.
extension WirelessSnapshotTests {
    private static let up = WireFormat.link(state: RouteNetlink.operationallyUp, carrier: 1)

    private func state(stations: [[UInt8]], link: [UInt8] = up) throws -> NetworkState {
        try observation(
            entries: [WireFormat.basicServiceSet(elements: Self.deck)], stations: stations,
            links: [link]
        ).state
    }

    @Test func `a station that is not authorized is not joined though the link is up`() throws {
        #expect(try state(stations: [WireFormat.station(flags: 0)]) == .associated)
    }

    @Test func `an authorized station is joined though the link is not up yet`() throws {
        let authorized = WireFormat.station(flags: NL80211.StationFlag.authorized)
        #expect(
            try state(stations: [authorized], link: WireFormat.link(state: 5, carrier: 1))
                == .joined)
    }

    @Test(arguments: [[], [WireFormat.station(mask: nil)], [WireFormat.station(mask: 0)]])
    func `the link tells where the driver gives no flags`(stations: [[UInt8]]) throws {
        #expect(try state(stations: stations) == .joined)
        for (state, carrier) in [(5, 1), (6, 0)] as [(UInt8, UInt8)] {
            let link = WireFormat.link(state: state, carrier: carrier)
            #expect(try self.state(stations: stations, link: link) == .associated)
        }
    }

    @Test func `another station's flags say nothing`() throws {
        let other = WireFormat.station(address: 7, flags: NL80211.StationFlag.authorized)
        #expect(
            try state(stations: [other], link: WireFormat.link(state: 5, carrier: 1))
                == .associated)
    }
}

/// Whether the access point asks for encryption.
extension WirelessSnapshotTests {
    @Test(arguments: [
        ([0x10, 0], []), ([0, 0], WireFormat.element(48, [1, 0])),
        ([0, 0], WireFormat.element(221, [0x00, 0x50, 0xf2, 0x01, 1, 0])),
    ])
    func `privacy, RSN and the first WPA protect`(capability: [UInt8], element: [UInt8]) throws {
        let entry = WireFormat.basicServiceSet(
            capability: capability, elements: Self.deck + element)
        #expect(try observation(entries: [entry]).isProtected)
    }

    @Test func `other vendor elements and capabilities do not protect`() throws {
        let entry = WireFormat.basicServiceSet(
            capability: [0xef, 0xff],
            elements: Self.deck + WireFormat.element(221, [0x00, 0x50, 0xf2, 0x02]))
        #expect(try !observation(entries: [entry]).isProtected)
    }
}
