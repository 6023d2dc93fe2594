/// Decides when to look after an event, so that a burst of events costs few looks and no delay.
///
/// The first event of a burst is acted on at once. What follows a look waits until some time has
/// passed since that look, the longer the more looks the burst has had: joining a network is a burst
/// of some ten events in 50 milliseconds, the last of which, that data may pass, must not wait for
/// long. A value, without a clock of its own: every instant is given, as time since some start.
package struct LookPacer: Hashable, Sendable {
    /// The least time from the first look of a burst to the second.
    private static let firstPause = Duration.milliseconds(2)
    /// The most that an event waits.
    package static let longestPause = Duration.milliseconds(100)
    /// A burst is over when nothing has come for so long.
    private static let quiet = Duration.milliseconds(200)

    /// When to look next; nil as long as no event has come since the last look.
    package private(set) var nextLook: Duration?
    private var lastLook: Duration?
    private var pause = Self.firstPause

    package init() {}

    /// Notes that an event came.
    package mutating func eventArrived(at now: Duration) {
        guard nextLook == nil else { return }
        guard let lastLook, now - lastLook < Self.quiet else {
            pause = Self.firstPause
            nextLook = now
            return
        }
        nextLook = max(now, lastLook + pause)
        pause = min(pause * 2, Self.longestPause)
    }

    /// Notes that a look ended, whatever it was for: what was waiting is answered.
    package mutating func looked(at now: Duration) {
        lastLook = now
        nextLook = nil
    }
}
