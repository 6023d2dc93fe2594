/// Allows so many things at once and so many in the long run.
package struct TokenBucket: Hashable, Sendable {
    private let interval: Duration
    private let burst: Duration
    /// When the bucket would be full again; the more has been taken, the further ahead.
    private var fullAt: Duration = .zero

    /// - Parameters:
    ///   - capacity: how many are allowed at once, 1 or more.
    ///   - interval: how long it takes until one more is allowed.
    package init(capacity: Int, interval: Duration) {
        self.interval = interval
        burst = interval * (capacity - 1)
    }

    /// Takes one, if one is allowed `now`, in ``MonotonicClock``'s time.
    package mutating func take(at now: Duration) -> Bool {
        guard nextTake <= now else { return false }
        fullAt = max(fullAt, now) + interval
        return true
    }

    /// When one is allowed next; in the past when one is allowed now.
    package var nextTake: Duration { fullAt - burst }
}
