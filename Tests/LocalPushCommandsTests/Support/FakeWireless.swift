import LocalPushCommands
import LocalPushModel
import WirelessLink

/// Wi-Fi that does what a test says: one look after the other, the last one for ever.
final class FakeWireless: WirelessSource {
    struct EndOfScript: Error {}

    private var looks: [Result<[NetworkObservation], WirelessError>]
    private(set) var isWatched = false

    init(_ looks: [NetworkObservation]...) { self.looks = looks.map { .success($0) } }

    init(failing error: WirelessError) { looks = [.failure(error)] }

    func look() throws(WirelessError) -> [NetworkObservation] { try looks[0].get() }

    var inReach: [SSID] = []
    func ssidsInReach() throws(WirelessError) -> [SSID] { inReach }

    func startWatching() { isWatched = true }

    func waitForChange() throws {
        if looks.count == 1 { throw EndOfScript() }
        looks.removeFirst()
    }
}

extension NetworkObservation {
    /// An interface on a network.
    static func joined(_ ssid: SSID?, _ interface: String = "wlan0") -> NetworkObservation {
        NetworkObservation(
            interface: interface, interfaceIndex: 3, state: .joined, ssid: ssid,
            bssid: "02:00:00:00:00:00", isProtected: true)
    }

    static func idle(_ state: NetworkState, _ interface: String = "wlan0") -> NetworkObservation {
        NetworkObservation(interface: interface, interfaceIndex: 3, state: state)
    }
}
