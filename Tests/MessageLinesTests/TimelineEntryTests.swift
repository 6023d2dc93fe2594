import LocalPushModel
import MessageLines
import StrictJSON
import Testing

struct TimelineEntryTests {
    private func entry(_ text: String) throws -> TimelineEntry? {
        try TimelineEntry(JSONDocument(parsing: [UInt8](text.utf8)).root)
    }

    private func network(_ text: String) throws -> NetworkObservation {
        guard case .network(let network) = try #require(try entry(text)).happening else {
            throw InvalidValue("no network")
        }
        return network
    }

    @Test func `what is left out is what one expects`() throws {
        let joined = try network(#"{"at": 1.5, "ssid": "Deck 3"}"#)
        #expect(joined.interface == "wlan0")
        #expect(joined.state == .joined)
        #expect(joined.ssid == SSID(text: "Deck 3"))
        #expect(try network(#"{"at": 0}"#).state == .disconnected)
        #expect(try network(#"{"at": 0, "ssid": {"hex": "ff"}}"#).ssid == SSID(hex: "ff"))
        #expect(try network(#"{"at": 0, "ssidHex": "ff", "interface": "x"}"#).interface == "x")
    }

    @Test func `times are seconds or times of day`() throws {
        #expect(try entry(#"{"at": 1.5}"#)?.moment == .offset(.milliseconds(1500)))
        #expect(try entry(#"{"at": 0}"#)?.moment == .offset(.zero))
        let time = try Timestamp("2026-11-30T09:00:00Z")
        #expect(try entry(#"{"time": "2026-11-30T09:00:00Z"}"#)?.moment == .time(time))
        #expect(try entry(#"{"at": "2026-11-30T10:00:00+01:00"}"#)?.moment == .time(time))
    }

    @Test func `what monitor prints is taken, and what says nothing of Wi-Fi passed over`() throws {
        let observation = NetworkObservation(
            interface: "wlan1", interfaceIndex: 4, state: .joined, ssid: SSID(hex: "ff00"),
            bssid: "02:00:00:00:00:01", isProtected: true)
        func event(_ change: MonitorEvent.Change) -> String {
            let event = MonitorEvent(time: "2026-11-30T09:00:00.000Z", change)
            return JSONValue.object(event.json).compactText
        }
        var expected = observation
        expected.interfaceIndex = 0
        #expect(try network(event(.network(observation))) == expected)
        var leaving = observation
        leaving.state = .leaving
        #expect(try network(event(.network(leaving))).state == .disconnected)
        #expect(
            try entry(event(.networkRemoved(interface: "w", interfaceIndex: 1)))?.happening
                == .interfaceRemoved("w"))
        #expect(try entry(event(.store(generation: 1)))?.happening == nil)
        #expect(try entry(event(.serviceStopping))?.happening == nil)
        let status = #"{"event":"status","time":"2026-11-30","networks":[],"new":1}"#
        #expect(try entry(status)?.happening == .networks([]))
        #expect(try entry(#"{"at": 1, "event": "sleep"}"#)?.happening == .sleep)
    }

    @Test(arguments: [
        (#"{"ssid": "x"}"#, ""), (#"{"at": -1}"#, "at"), (#"{"at": 1e3}"#, "at"),
        (#"{"at": "noon"}"#, "at"), (#"{"at": 1, "sid": "x"}"#, "sid"),
        (#"{"at": 1, "state": "join"}"#, "state"), (#"{"at": 1, "state": "joined"}"#, ""),
        (#"{"at": 1, "ssidHex": "f"}"#, "ssidHex"), (#"{"at": 1, "ssid": ""}"#, "ssid"),
        (#"[]"#, ""), (#"{"at": 1.x}"#, ""),
    ])
    func `a mistake is told with its key`(text: String, key: String) {
        do {
            _ = try entry(text)
            Issue.record("\(text) was taken")
        } catch let error as DocumentError {
            #expect(error.key == key, "\(error)")
        } catch {
            #expect(error is JSONSyntaxError)
        }
    }
}
