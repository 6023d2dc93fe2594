import LocalPushModel
import Reconciliation
import Testing

/// A device under a virtual clock whose agents do as they are told.
struct DeviceSimulationTests {
    private func profile(_ name: String, _ ssids: String..., provider: String = "P") throws
        -> Profile
    {
        Profile(
            name: try ProfileName(name), matchSSIDs: ssids.compactMap { SSID(text: $0) },
            providerBundleIdentifier: try BundleIdentifier("com.example.\(provider)"))
    }

    private func device(
        _ profiles: Profile..., startDelay: Duration = .zero
    ) -> DeviceSimulation {
        DeviceSimulation(ProfileSet(stored: profiles, managed: []), startDelay: startDelay)
    }

    private func network(
        _ ssid: String?, _ state: NetworkState = .joined, interface: String = "wlan0",
        bssid: String? = nil
    ) -> NetworkObservation {
        NetworkObservation(
            interface: interface, interfaceIndex: 0, state: ssid == nil ? .disconnected : state,
            ssid: ssid.flatMap { SSID(text: $0) }, bssid: bssid)
    }

    /// `seconds name what` for each change.
    private func words(_ simulation: DeviceSimulation) -> [String] {
        simulation.changes.map { change in
            let what =
                switch change.kind {
                case .start: "start"
                case .stop(let reason): "stop \(reason.rawValue)"
                case .roam: "roam"
                }
            return "\(change.at.components.seconds) \(change.profile.name) \(what)"
        }
    }

    @Test func `an agent starts at once and stops when the grace period is over`() throws {
        var device = device(try profile("a", "Deck 3"))
        device.pass(until: .seconds(10))
        device.observe(network("Deck 3"))
        device.pass(until: .seconds(20))
        device.observe(network(nil))
        device.pass(until: .seconds(22))
        device.observe(network("Deck 3"))
        device.pass(until: .seconds(30))
        device.observe(network(nil))
        device.pass(until: .seconds(100))
        #expect(words(device) == ["10 a start", "22 a roam", "35 a stop 3"])
        #expect(device.changes[0].why == #"wlan0 is on "Deck 3""#)
        #expect(device.changes[2].why == #"it wants "Deck 3"; wlan0 is not connected"#)
    }

    @Test func `of one provider the last saved goes first, and the reason names the other`() throws
    {
        var device = device(
            try profile("a", "Deck 3"), try profile("b", "Deck 3", "Deck 4"),
            try profile("c", "Deck 3", provider: "Q"))
        device.observe(network("Deck 3"))
        device.pass(until: .seconds(5))
        device.observe(network("Deck 5"))
        #expect(
            words(device) == ["0 b start", "0 c start", "5 b stop 4", "5 c stop 4"])
        #expect(device.changes[0].why.hasSuffix("it goes before a, of the same provider"))
    }

    @Test func `a stop comes before the start that follows from it`() throws {
        var device = device(try profile("a", "Deck 3"), try profile("b", "Deck 4"))
        device.observe(network("Deck 3"))
        device.pass(until: .seconds(5))
        device.observe(network("Deck 4", interface: "wlan1"))
        #expect(words(device) == ["0 a start", "5 a stop 11", "5 b start"])
        #expect(device.changes[1].why == "b, of the same provider, was saved later")
    }

    @Test func `several interfaces, their removal and a switched-off radio are followed`() throws {
        var device = device(try profile("a", "Deck 3"))
        device.observe(all: [network("Deck 3"), network("Deck 3", interface: "wlan1")])
        device.pass(until: .seconds(1))
        device.remove(interface: "wlan0")
        device.pass(until: .seconds(2))
        device.observe(network("Deck 3", .radioOff, interface: "wlan1"))
        #expect(words(device) == ["0 a start", "1 a roam", "2 a stop 3"])
        #expect(device.changes[1].network.interface == "wlan1")
    }

    @Test func `an agent that takes its time and must go before is told so`() throws {
        var device = device(try profile("a", "Deck 3"), startDelay: .seconds(10))
        device.observe(network("Deck 3"))
        device.pass(until: .seconds(3))
        device.observe(network("Deck 9"))
        device.pass(until: .seconds(100))
        #expect(words(device) == ["0 a start", "3 a stop 4"])
    }

    @Test func `sleep stops nothing that can be told of it`() throws {
        var device = device(try profile("a", "Deck 3"))
        device.observe(network("Deck 3"))
        device.sleep(true)
        device.pass(until: .seconds(3600))
        device.sleep(false)
        #expect(words(device) == ["0 a start"])
    }
}
