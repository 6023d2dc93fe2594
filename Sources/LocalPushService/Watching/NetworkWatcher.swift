package import LinuxSystem
package import LocalPushModel
package import SystemdSupport
package import WirelessLink

/// Looks at Wi-Fi whenever something may have changed, and tells what each look found.
package final class NetworkWatcher {
    /// What a look found, or why it found nothing.
    package typealias Look = Result<[NetworkObservation], WirelessError>

    private let loop: EventLoop
    private let link: WirelessLink
    private let events: WirelessEvents
    private let looked: (Look) -> Void
    private var pacer = LookPacer()
    private var timer: TimerSource?
    private var sources: [IOSource] = []
    private var watched: [Int32] = []

    /// - Parameter looked: Called, from ``look()`` or the loop, with what each look found.
    package init(
        _ loop: EventLoop, link: WirelessLink = WirelessLink(),
        events: WirelessEvents = WirelessEvents(), looked: @escaping (Look) -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.link = link
        self.events = events
        self.looked = looked
        timer = try loop.timer(accuracy: .zero) { [weak self] in self?.look() }
    }

    /// Looks now. Subscribes to events first, so that no change after the look is missed.
    package func look() {
        var found: Look
        do throws(WirelessError) {
            // Fails as long as there is no Wi-Fi support; the look then says so.
            try? events.subscribe()
            watchEvents()
            found = .success(try link.look())
        } catch {
            found = .failure(error)
        }
        pacer.looked(at: MonotonicClock.now, found: found)
        timer?.set(pacer.nextLook)
        looked(found)
    }

    private func watchEvents() {
        let descriptors = events.descriptors
        guard descriptors != watched else { return }
        watched = descriptors
        // A descriptor can be watched once: the old sources go first.
        sources = []
        sources = descriptors.compactMap { descriptor in
            try? loop.watch(descriptor) { [weak self] _ in self?.eventsArrived() }
        }
    }

    private func eventsArrived() {
        guard let arrival = try? events.drain() else { return eventsBroke() }
        guard arrival != .nothing else { return }
        lookForEvent()
    }

    /// Looks now where that is due: even a timer whose time has come costs a turn of the loop.
    private func lookForEvent() {
        let now = MonotonicClock.now
        pacer.eventArrived(at: now)
        guard let next = pacer.nextLook, next <= now else {
            timer?.set(pacer.nextLook)
            return
        }
        look()
    }

    /// A broken descriptor is ready for ever: it is no longer waited for, and the slow look remains.
    private func eventsBroke() {
        sources = []
        lookForEvent()
    }
}
