/// Decides when to look after an event, so that a burst of events costs few looks and no delay.
///
/// The first event of a burst is acted on at once. After a look, the next one waits a little, so that
/// events that come together share it. Joining a network is a burst of some ten events, the last of
/// which, that data may pass, must not wait: so the pauses stay short for as many looks as two joins
/// take, and only then grow. A value, without a clock of its own: every instant is given, as time
/// since some start.
package struct LookPacer: Hashable, Sendable {
    /// The pause after each of a burst's first looks.
    private static let shortestPause = Duration.milliseconds(2)
    /// How many looks of a burst have the shortest pause; after each further one it doubles.
    private static let quickLooks = 20
    /// The most that an event waits.
    package static let longestPause = Duration.milliseconds(100)
    /// A burst is over when nothing has come for so long.
    private static let quiet = Duration.milliseconds(200)

    /// When to look next; nil as long as no event has come since the last look.
    package private(set) var nextLook: Duration?
    private var lastLook: Duration?
    private var pause = Self.shortestPause
    private var looksInBurst = 0

    package init() {}

    /// Notes that an event came.
    package mutating func eventArrived(at now: Duration) {
        guard nextLook == nil else { return }
        guard let lastLook, now - lastLook < Self.quiet else {
            pause = Self.shortestPause
            looksInBurst = 1
            nextLook = now
            return
        }
        nextLook = max(now, lastLook + pause)
        looksInBurst += 1
        if looksInBurst > Self.quickLooks { pause = min(pause * 2, Self.longestPause) }
    }

    /// Notes that a look ended, whatever it was for: what was waiting is answered.
    package mutating func looked(at now: Duration) {
        lastLook = now
        nextLook = nil
    }
}
