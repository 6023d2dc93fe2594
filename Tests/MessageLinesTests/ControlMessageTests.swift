import LocalPushModel
import MessageLines
import StrictJSON
import Testing

struct ControlMessageTests {
    private func sent(_ line: [UInt8]) -> [UInt8] { line.dropLast(1) }

    private static func ssid(_ hex: String) throws -> SSID { try #require(SSID(hex: hex)) }

    private static func report() throws -> StatusReport {
        let ssid = try ssid("73686970ff")
        return StatusReport(
            service: StatusReport.Service(
                scope: .system, isRunning: true, generation: 7, pid: 1,
                since: "2026-11-30T01:02:03Z",
                version: "1", store: "/etc/localpush/preferences.json",
                problems: ["no Wi-Fi support"], awaitsConfirmationUntil: "2026-11-30T01:03:03Z"),
            networks: [
                NetworkObservation(
                    interface: "wlan0", interfaceIndex: 3, state: .joined, ssid: ssid,
                    bssid: "02:00:00:00:00:00", isProtected: true)
            ],
            profiles: [
                StatusReport.Profile(
                    name: "p", scope: .system, origin: "stored", isEnabled: true, state: .active,
                    reason: "because", matchedSSID: ssid, provider: "com.example.P",
                    agent: StatusReport.Agent(
                        pid: 12, since: "2026-11-30T01:02:03Z", restarts: 1,
                        status: AgentStatus(state: "connected", detail: nil, delivered: 3)))
            ])
    }

    @Test func `every request arrives as it was sent`() throws {
        let name = try ProfileName("p")
        let requests: [ControlRequest] = [
            .status, .monitor, .await(generation: 3, gone: nil), .await(generation: 0, gone: name),
            .sync, .agent(.start, name), .agent(.stop, name), .agent(.restart, name),
        ]
        for request in requests {
            #expect(try ControlRequest(line: sent(try request.line())) == request)
        }
    }

    @Test func `every reply arrives as it was sent`() throws {
        let replies: [ControlReply] = [
            .status(try Self.report()), .done(generation: 4),
            .refused(ControlReply.Refusal(exitStatus: 5, message: "no")),
        ]
        for reply in replies {
            #expect(try ControlReply(line: sent(try reply.line())) == reply)
        }
    }

    @Test func `every event arrives as it was sent`() throws {
        let report = try Self.report()
        let ssid = try Self.ssid("41")
        let changes: [MonitorEvent.Change] = [
            .profile(report.profiles[0]), .profileRemoved(name: "p"), .network(report.networks[0]),
            .networkRemoved(interface: "wlan0", interfaceIndex: 3),
            .roamed(interface: "wlan0", ssid: ssid, from: nil, to: "02:00:00:00:00:01"),
            .agentFailed(profile: "p", problem: "exited with status 1", pauseMilliseconds: 1001),
            .agentStopping(profile: "p", reason: .configurationDisabled),
            .agentLog(profile: "p", line: "hello"), .incomingCall(profile: "p", id: "1"),
            .callReported(profile: "p", id: "1", problem: nil),
            .callReported(profile: "p", id: "1", problem: "no bus"), .store(generation: 2),
            .serviceStopping,
        ]
        for change in changes {
            let event = ControlReply.event(MonitorEvent(time: "2026-11-30T01:02:03.456Z", change))
            #expect(try ControlReply(line: sent(try event.line())) == event)
        }
    }

    @Test func `the status document has the keys of the contract`() throws {
        let json = JSONValue.object(try Self.report().json).compactText
        let document = try JSONDocument(parsing: Array(json.utf8)).root
        let profile = try #require(document["profiles"]?.elements.first { _ in true })
        let keys = Set(profile.members.compactMap(\.key.string))
        #expect(
            keys.isSuperset(of: [
                "name", "scope", "origin", "isEnabled", "isActive", "state", "reason",
                "matchedSSID",
                "provider", "agent",
            ]))
        #expect(profile["matchedSSID"]?.kind == .null, "not UTF-8")
        #expect(profile["matchedSSIDHex"]?.string == "73686970ff")
        #expect(profile["agent"]?["pid"]?.integer == 12)
        let network = try #require(document["networks"]?.elements.first { _ in true })
        #expect(
            Set(network.members.compactMap(\.key.string)) == [
                "interface", "ifindex", "state", "ssid", "ssidHex", "bssid", "protected",
            ])
    }

    @Test(arguments: [
        "", "{}", "[]", "{\"nothing\": {}}", "{\"await\": {}}", "{\"await\": {\"generation\": -1}}",
        "{\"agent\": {\"verb\": \"explode\", \"profile\": \"p\"}}",
        "{\"status\": {}, \"sync\": {}}",
        "{\"agent\": {\"verb\": \"stop\", \"profile\": \"../p\"}}", "{\"status\": 5}",
    ])
    func `what is no request is refused`(_ line: String) {
        #expect(throws: MessageError.self) { try ControlRequest(line: Array(line.utf8)) }
    }
}
