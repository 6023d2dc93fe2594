import LinuxSystem
package import LocalPushModel

/// Decides when to look after an event, so that a burst of events costs few looks and no delay.
///
/// An event is acted on at once; the events that come during a look share the next one. Joining a network
/// is a burst of some ten events, the last of which, that data may pass, must not wait. Only when there
/// were many more looks than joins take, in a short time, events wait for one another.
///
/// No event need follow the last step of a join: wpa_supplicant sets the AUTHORIZED flag, which is no
/// event, before or after it reports the link up, which is one (both measured). So a look that finds an
/// interface in between is followed by a few more.
///
/// A value, without a clock of its own: every instant is given, as time since some start.
package struct LookPacer: Hashable, Sendable {
    /// How many looks for events may come at once: as many as three or four joins take.
    private static let burst = 40
    /// The most that an event waits: one more look is allowed each time that so much time has passed.
    package static let longestPause = Duration.milliseconds(25)
    /// How soon to look again when a look found something unfinished; the time doubles with each
    /// further look, from the last event on.
    private static let firstReview = Duration.milliseconds(5)
    /// The longest such time: when that has passed, only an event can change anything.
    private static let lastReview = Duration.milliseconds(640)

    private var lookForEvent: Duration?
    private var lookForReview: Duration?
    private var budget = TokenBucket(capacity: burst, interval: longestPause)
    private var review = Self.firstReview

    package init() {}

    /// When to look next; nil as long as nothing calls for it.
    package var nextLook: Duration? {
        guard let lookForEvent, let lookForReview else { return lookForEvent ?? lookForReview }
        return min(lookForEvent, lookForReview)
    }

    /// Notes that an event came.
    package mutating func eventArrived(at now: Duration) {
        review = Self.firstReview
        guard lookForEvent == nil else { return }
        let look = max(now, budget.nextTake)
        _ = budget.take(at: look)
        lookForEvent = look
    }

    /// Notes that a look ended, whatever it was for, and what it found: what was waiting is answered.
    package mutating func looked(
        at now: Duration, found: Result<[NetworkObservation], WirelessError>
    ) {
        lookForEvent = nil
        lookForReview = nil
        guard Self.mayChangeUnannounced(found), review <= Self.lastReview else { return }
        lookForReview = now + review
        review *= 2
    }

    private static func mayChangeUnannounced(
        _ found: Result<[NetworkObservation], WirelessError>
    ) -> Bool {
        switch found {
        case .success(let observations): observations.contains { $0.state == .associated }
        case .failure(.failed): true
        case .failure(.noWirelessSupport), .failure(.notPermitted): false
        }
    }
}
