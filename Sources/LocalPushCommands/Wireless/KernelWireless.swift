import LinuxSystem
import LocalPushModel
import WirelessLink

/// The kernel's Wi-Fi.
final class KernelWireless: WirelessSource {
    private let link = WirelessLink()
    private let events = WirelessEvents()
    private var pacer = LookPacer()
    /// Nothing tells of a driver that forgets an event.
    private static let slowest = Duration.seconds(60)

    func look() throws(WirelessError) -> [NetworkObservation] {
        let found = Result { () throws(WirelessError) in try link.look() }
        pacer.looked(at: MonotonicClock.now, found: found)
        return try found.get()
    }

    func ssidsInReach() throws(WirelessError) -> [SSID] { try link.ssidsInReach() }

    func startWatching() {
        // Where there is no Wi-Fi support, what can be subscribed to tells when that changes.
        try? events.subscribe()
    }

    func waitForChange() throws {
        let latest = MonotonicClock.now + Self.slowest
        while true {
            startWatching()
            let deadline = min(pacer.nextLook ?? latest, latest)
            if deadline <= MonotonicClock.now { return }
            _ = try Poller.wait(for: events.descriptors.map { .init($0) }, until: deadline)
            if try events.drain() != .nothing { pacer.eventArrived(at: MonotonicClock.now) }
        }
    }
}
