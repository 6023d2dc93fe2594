import CommandLineKit
import LinuxSystem
import LocalPushModel
import StrictJSON
import Testing
import WirelessLink

struct ShowSSIDTests {
    private func world(_ looks: [NetworkObservation]) throws -> TestWorld {
        let world = try TestWorld()
        world.wireless = FakeWireless(looks)
        return world
    }

    @Test func `into a pipe go the very bytes, on a terminal they are escaped`() throws {
        let bytes: [UInt8] = [0x73, 0x00, 0xFF, 0x1B, 0x5C, 0x0A]
        let world = try world([.joined(SSID(bytes: bytes))])
        #expect(world.run("ssid").bytes == bytes)
        world.isTerminal = true
        #expect(world.run("ssid").output == "s\\x00\\xff\\x1b\\\\\\x0a\n")
        world.wireless = FakeWireless([.joined(try ssid("Fähre"))])
        #expect(world.run("ssid").output == "F\\xc3\\xa4hre\n")
        world.environment["LANG"] = "C.UTF-8"
        #expect(world.run("ssid").output == "Fähre\n")
    }

    @Test func `several networks are told, each once`() throws {
        let (harbor, deck) = (try ssid("Harbor"), try ssid("Deck 3"))
        let world = try world([
            .joined(harbor, "wlan0"), .joined(deck, "wlan1"), .joined(harbor, "wlan2"),
            .idle(.disconnected, "wlan3"),
        ])
        #expect(world.run("ssid").output == "Harbor\nDeck 3")
        #expect(world.run("ssid", "--interface", "wlan1").output == "Deck 3")
        #expect(world.run("ssid", "--interface", "wlan3").status == 3)
        let none = world.run("ssid", "--interface", "wlan9")
        #expect(none.status == 4)
        #expect(none.errors.contains("wlan9"))
    }

    @Test(arguments: [NetworkState.radioOff, .disconnected, .associating, .associated])
    func `not being connected is status 3 and said in words`(_ state: NetworkState) throws {
        let outcome = try world([.idle(state)]).run("ssid")
        #expect(outcome.status == 3)
        #expect(outcome.bytes.isEmpty)
        #expect(outcome.errors.contains("wlan0"))
        #expect(outcome.errors.contains("rfkill") == (state == .radioOff))
    }

    @Test func `no interface, no support and no permission are told apart`() throws {
        #expect(try world([]).run("ssid").status == 4)
        let world = try TestWorld()
        world.wireless = FakeWireless(failing: .noWirelessSupport)
        let outcome = world.run("ssid", "--json")
        #expect(outcome.status == 4)
        #expect(outcome.errors.contains("nl80211"))
        #expect(try outcome.json == ["networks": []])
        world.wireless = FakeWireless(
            failing: .notPermitted(NetlinkError("open a socket", .refused(errno: 1))))
        #expect(world.run("ssid").status == 5)
    }

    @Test func `JSON has every interface and does not change the status`() throws {
        let raw = SSID(bytes: [0xFF])
        let world = try world([.joined(raw), .idle(.radioOff, "wlan1")])
        let networks = try world.run("ssid", "--json").json["networks"]
        let expected: JSONValue = [
            [
                "interface": "wlan0", "ifindex": 3, "state": "joined", "ssid": .null,
                "ssidHex": "ff", "bssid": "02:00:00:00:00:00", "protected": true,
            ],
            [
                "interface": "wlan1", "ifindex": 3, "state": "radioOff", "ssid": .null,
                "ssidHex": .null, "bssid": .null, "protected": false,
            ],
        ]
        #expect(networks == expected)
        #expect(world.run("ssid", "--json", "--interface=wlan1").status == 3)
    }

    @Test func `watching prints every change on a line of its own`() throws {
        let deck = try ssid("Deck 3")
        func watch(
            _ words: String..., isTerminal: Bool = false
        ) throws -> (TestWorld, Outcome) {
            let world = try TestWorld()
            world.isTerminal = isTerminal
            world.wireless = FakeWireless(
                [.joined(deck)], [.joined(deck)], [.idle(.disconnected)], [.idle(.associating)],
                [.joined(deck)])
            return (world, world.run((["ssid", "--watch"] + words).map { Argument($0) }))
        }
        let (world, outcome) = try watch()
        #expect(world.wireless.isWatched)
        #expect(outcome.output == "Deck 3\n\nDeck 3\n")
        #expect(try watch(isTerminal: true).1.output == "Deck 3\n\nDeck 3\n")
        world.wireless = FakeWireless(failing: .noWirelessSupport)
        #expect(world.run("ssid", "--watch").errors.contains("nl80211"))
        let json = try watch("--json").1.output.split(separator: "\n")
        #expect(json.count == 4)
        #expect(try JSONValue(parsing: Array(json[1].utf8))["networks"] != nil)
    }
}

struct MatchTests {
    @Test func `every profile is judged`() throws {
        let world = try TestWorld()
        try world.install(simplePush)
        world.add("first")
        world.add("second")
        world.add("off", "--disabled")
        world.add("elsewhere", ssid: "Harbor")
        world.run("profile", "add", "bare", "--ssid=Deck 3", "--provider=com.example.Missing")
        let outcome = world.run("match", "Deck 3", "--json")
        #expect(outcome.status == 0)
        guard case .array(let profiles) = try outcome.json["profiles"] else {
            Issue.record("no profiles")
            return
        }
        #expect(
            profiles.map { $0["name"] } == ["first", "second", "off", "elsewhere", "bare"])
        #expect(profiles.map { $0["matches"] } == [true, true, true, false, true])
        #expect(profiles.map { $0["wouldRun"] } == [false, true, false, false, false])
        let reasons = ["saved later", "Deck 3", "switched off", "Harbor", "is installed"]
        for (profile, reason) in zip(profiles, reasons) {
            guard case .string(let text) = profile["reason"] else {
                Issue.record("no reason")
                continue
            }
            #expect(text.contains(reason))
        }
    }

    @Test func `without an SSID the joined networks count`() throws {
        let world = try TestWorld()
        try world.install(simplePush)
        world.add("ship")
        world.wireless = FakeWireless([.joined(try ssid("Deck 3"))])
        #expect(world.run("match").output.contains("ship     user   yes"))
        world.wireless = FakeWireless([.idle(.disconnected)])
        let outcome = world.run("match")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("ship     user   no"))
        #expect(outcome.errors.contains("wlan0 is not connected"))
    }

    @Test func `without Wi-Fi no network is joined, and match says so`() throws {
        let world = try TestWorld()
        world.add("ship")
        world.wireless = FakeWireless(failing: .noWirelessSupport)
        let outcome = world.run("match")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("ship     user   no"))
        #expect(outcome.errors.contains("no Wi-Fi support"))
    }

    @Test func `an SSID can be any bytes`() throws {
        let world = try TestWorld()
        try world.install(simplePush)
        world.run("profile", "add", "raw", "--ssid-hex", "ff00", "--provider", simplePush)
        #expect(world.run("match", "--ssid-hex", "FF00").output.contains("yes"))
        let words: [Argument] = ["match", Argument(bytes: [0xFF])]
        #expect(world.run(words).output.contains("no"))
    }
}
