import Glibc
import LocalPushModel
import TestSupport
import Testing
import WirelessCodec
import WirelessLink
import WirelessTestSupport

/// What a look asks, and what it makes of the answers.
struct LookTests {
    /// Refers to no interface, so that no radio is blocked.
    private static let noSwitches = RadioSwitches(folder: "/proc/nonexistent")

    private func look(_ transport: ReplayTransport) throws -> [NetworkObservation] {
        try WirelessLink(transport: transport, switches: Self.noSwitches).look()
    }

    private func ship(_ transport: ReplayTransport) throws -> NetworkObservation {
        try #require(try look(transport).first { $0.interface == "wlan1" })
    }

    @Test func `a look at a joined network asks three questions`() throws {
        let transport = ReplayTransport(try Recording("wpa2-joined"))
        #expect(try ship(transport).state == .joined)
        #expect(transport.asked == ["interface", "bss", "station"])
        #expect(transport.resets == 0)
    }

    @Test func `a look without a network asks two questions`() throws {
        let transport = ReplayTransport(try Recording("left"))
        #expect(try ship(transport).state == .disconnected)
        #expect(transport.asked == ["interface", "bss"])
    }

    @Test func `the link is asked where the driver has no station entry`() throws {
        let transport = ReplayTransport(try Recording("open"))
        let refusal = NetlinkError("look at an access point", .refused(errno: ENOENT))
        transport.answers["station"] = [.failure(refusal)]
        #expect(try ship(transport).state == .joined)
        #expect(transport.asked == ["interface", "bss", "station", "link"])
    }

    @Test func `radios that count differently are no contradiction`() throws {
        let transport = ReplayTransport(try Recording("types"))
        #expect(try look(transport).count == 3)
        #expect(transport.asked.filter { $0 == "interface" }.count == 1)
    }

    @Test func `an interface that has just gone is no error`() throws {
        let transport = ReplayTransport(try Recording("open"))
        transport.answers["bss"] = [
            .failure(NetlinkError("list access points", .refused(errno: ENODEV)))
        ]
        #expect(try ship(transport).state == .disconnected)
    }

    @Test func `a blocked radio is asked for where there is no network`() throws {
        let folder = try TemporaryFolder()
        try block(folder, soft: "1\n", hard: "0\n")
        let transport = ReplayTransport(try Recording("left"))
        let link = WirelessLink(
            transport: transport, switches: RadioSwitches(folder: folder.path))
        #expect(try link.look().first { $0.interface == "wlan1" }?.state == .radioOff)
    }

    @Test(arguments: [("0\n", "0\n", false), ("0\n", "1\n", true), ("1\n", "0\n", true)])
    func `either switch blocks a radio`(soft: String, hard: String, isBlocked: Bool) throws {
        let folder = try TemporaryFolder()
        try block(folder, soft: soft, hard: hard)
        let switches = RadioSwitches(folder: folder.path)
        #expect(switches.isBlocked(interface: "wlan1") == isBlocked)
        #expect(!switches.isBlocked(interface: "wlan0"))
    }

    private func block(_ folder: TemporaryFolder, soft: String, hard: String) throws {
        for name in ["wlan1", "wlan1/phy80211", "wlan1/phy80211/rfkill4"] {
            mkdir(folder(name), 0o755)
        }
        try folder.write("wlan1/phy80211/rfkill4/soft", soft)
        try folder.write("wlan1/phy80211/rfkill4/hard", hard)
    }
}

/// What goes wrong.
extension LookTests {
    private static let interrupted = NetlinkError("list access points", .interrupted)

    @Test func `an interrupted list is read again, ten times at most`() throws {
        let recording = try Recording("open")
        let transport = ReplayTransport(recording)
        let answer = ReplayTransport.Answer.success(recording.messages("bss"))
        transport.answers["bss"] =
            Array(repeating: .failure(Self.interrupted), count: 9) + [answer]
        #expect(try ship(transport).state == .joined)
        #expect(transport.asked.filter { $0 == "bss" }.count == 10)

        transport.answers["bss"] = [.failure(Self.interrupted)]
        #expect(throws: WirelessError.failed(Self.interrupted)) { try look(transport) }
        #expect(transport.asked.filter { $0 == "bss" }.count == 20)
        #expect(transport.resets == 1)
    }

    @Test func `a list of interfaces that changed meanwhile is read again`() throws {
        let recording = try Recording("open")
        let transport = ReplayTransport(recording)
        var changed = recording.messages.filter { $0.kind == "interface" }.map(\.bytes)
        // A second interface on each radio, of another generation.
        changed += changed.map(Self.withOtherGeneration)
        transport.answers["interface"] = [
            .success(changed.compactMap(NetlinkMessage.init)),
            .success(recording.messages("interface")),
        ]
        #expect(try ship(transport).state == .joined)
        #expect(transport.asked.filter { $0 == "interface" }.count == 2)
    }

    private static func withOtherGeneration(_ bytes: [UInt8]) -> [UInt8] {
        let header = [8, 0, UInt8(NL80211.Attribute.generation), 0]
        guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: header) }) else {
            return bytes
        }
        var bytes = bytes
        bytes[start + 4] ^= 1
        return bytes
    }

    @Test func `a kernel without nl80211 has no Wi-Fi support`() {
        let transport = ReplayTransport()
        transport.family = nil
        #expect(throws: WirelessError.noWirelessSupport) { try look(transport) }
    }

    @Test func `no interface at all is no error`() throws {
        #expect(try look(ReplayTransport()) == [])
    }

    @Test(arguments: [EPERM, EACCES], ["interface", "bss", "station"])
    func `a refusal for want of permission is told as such`(errno: Int32, kind: String) throws {
        let transport = ReplayTransport(try Recording("open"))
        let refusal = NetlinkError("look", .refused(errno: errno))
        transport.answers[kind] = [.failure(refusal)]
        #expect(throws: WirelessError.notPermitted(refusal)) { try look(transport) }
        #expect(transport.resets == 1)
    }

    @Test func `a broken exchange starts afresh`() throws {
        let transport = ReplayTransport(try Recording("open"))
        let failure = NetlinkError("list access points", .failed(code: 5))
        transport.answers["bss"] = [.failure(failure)]
        #expect(throws: WirelessError.failed(failure)) { try look(transport) }
        #expect(transport.resets == 1)
    }

    @Test func `errors say what could not be done and why`() {
        let refusal = NetlinkError("list wireless interfaces", .refused(errno: ENODEV))
        #expect("\(refusal)" == "cannot list wireless interfaces: No such device")
        let permission = WirelessError.notPermitted(
            NetlinkError("open a netlink socket", .failed(code: 11)))
        #expect("\(permission)".contains("AF_NETLINK sockets must be allowed"))
    }
}
