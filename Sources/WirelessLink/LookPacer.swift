package import LocalPushModel

/// Decides when to look after an event, so that a burst of events costs few looks and no delay.
///
/// The first event of a burst is acted on at once, and so are those that follow: the events that come
/// during a look share the next one. Joining a network is a burst of some ten events, the last of
/// which, that data may pass, must not wait. Only when a burst has taken as many looks as two joins do
/// there are pauses, which grow.
///
/// No event follows the last step of a join: wpa_supplicant reports the link up, which is an event,
/// and only then sets the AUTHORIZED flag, which is none (measured: a look right after the event often
/// comes too early). So a look that finds an interface in between is followed by a few more.
///
/// A value, without a clock of its own: every instant is given, as time since some start.
package struct LookPacer: Hashable, Sendable {
    /// How many looks of a burst follow one another without a pause.
    private static let quickLooks = 20
    /// The pause then; after each further look it doubles.
    private static let shortestPause = Duration.milliseconds(2)
    /// The most that an event waits.
    package static let longestPause = Duration.milliseconds(100)
    /// A burst is over when nothing has come for so long.
    private static let quiet = Duration.milliseconds(200)
    /// How soon to look again when a look found something unfinished; the time doubles with each
    /// further look, from the last event on.
    private static let firstReview = Duration.milliseconds(5)
    /// The longest such time: when that has passed, only an event can change anything.
    private static let lastReview = Duration.milliseconds(640)

    private var lookForEvent: Duration?
    private var lookForReview: Duration?
    private var lastLook: Duration?
    private var pause = Duration.zero
    private var looksInBurst = 0
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
        guard let lastLook, now - lastLook < Self.quiet else {
            pause = .zero
            looksInBurst = 1
            lookForEvent = now
            return
        }
        lookForEvent = max(now, lastLook + pause)
        looksInBurst += 1
        guard looksInBurst > Self.quickLooks else { return }
        pause = min(max(pause * 2, Self.shortestPause), Self.longestPause)
    }

    /// Notes that a look ended, whatever it was for, and what it found: what was waiting is answered.
    package mutating func looked(
        at now: Duration, found: Result<[NetworkObservation], WirelessError>
    ) {
        lastLook = now
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
