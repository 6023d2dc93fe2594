import LocalPushModel
import Testing
import WirelessCodec
import WirelessTestSupport

/// What the decoders and rules make of messages that a real kernel sent.
struct RecordedLookTests {
    private static let ship = "Cruise Ship Wi-Fi"
    private static let accessPoint = "02:00:00:00:00:00"

    /// What the device's own interface is found to be doing.
    private func observation(_ name: String) throws -> NetworkObservation {
        let observations = try Recording(name).snapshot.observations
        return try #require(observations.first { $0.interface == "wlan1" })
    }

    private func found(
        _ state: NetworkState, _ ssid: SSID? = nil, bssid: String? = nil, isProtected: Bool = false
    ) -> NetworkObservation {
        NetworkObservation(
            interface: "wlan1", interfaceIndex: 3, state: state, ssid: ssid, bssid: bssid,
            isProtected: isProtected)
    }

    @Test(arguments: ["open", "open-with-country"])
    func `an open network is joined whether or not the kernel names it`(name: String) throws {
        #expect(
            try observation(name)
                == found(.joined, SSID(text: Self.ship), bssid: Self.accessPoint))
    }

    @Test func `only the access point that sends a Country element is named by the kernel`() throws
    {
        for (name, ssid) in [("open", nil), ("open-with-country", SSID(text: Self.ship))] {
            let interfaces = try Recording(name).snapshot.interfaces
            #expect(try #require(interfaces.first { $0.name == "wlan1" }).ssid == ssid)
        }
    }

    @Test func `a protected network is associated until its keys are there`() throws {
        let ssid = SSID(text: Self.ship)
        #expect(
            try observation("wpa2-associated")
                == found(.associated, ssid, bssid: Self.accessPoint, isProtected: true))
        #expect(
            try observation("wpa2-joined")
                == found(.joined, ssid, bssid: Self.accessPoint, isProtected: true))
    }

    @Test func `a wrong passphrase never joins`() throws {
        #expect(try observation("wrong-passphrase").state == .associated)
    }

    @Test func `the associated entry counts among stale ones of the same access point`() throws {
        #expect(try Recording("hidden").messages.filter { $0.kind == "bss" }.count == 3)
        #expect(
            try observation("hidden")
                == found(.joined, SSID(text: Self.ship), bssid: Self.accessPoint))
    }

    @Test func `an SSID keeps every byte`() throws {
        let ssid = SSID(hex: "7368697020ff001b5b33316df09f9aa2")
        #expect(
            try observation("strange-ssid") == found(.joined, ssid, bssid: Self.accessPoint))
    }

    @Test func `a scan result is no network`() throws {
        #expect(try observation("left") == found(.disconnected))
    }

    @Test func `an interface that is down is disconnected though its link has a carrier`() throws {
        #expect(try observation("never-up") == found(.disconnected))
    }

    @Test func `a blocked radio is off`() throws {
        #expect(try observation("blocked") == found(.radioOff))
    }

    @Test func `an SSID without an association is an attempt`() throws {
        #expect(try observation("connecting") == found(.associating, SSID(text: Self.ship)))
    }

    @Test func `a link that is up without an association is still an attempt`() throws {
        #expect(try Recording("link-up-early").snapshot.links.map(\.isUp) == [true])
        #expect(try observation("link-up-early").state == .associating)
    }

    @Test func `interfaces that are not stations are left out`() throws {
        let recording = try Recording("types")
        #expect(recording.messages.filter { $0.kind == "interface" }.count == 6)
        let interfaces = recording.snapshot.observations.map(\.interface)
        #expect(interfaces == ["wlan1", "wlan2", "wlan3"])
    }
}
