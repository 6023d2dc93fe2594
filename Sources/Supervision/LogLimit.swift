import LinuxSystem

/// Lets through as many lines of an agent as a log can bear, and counts the others.
struct LogLimit {
    private var budget = TokenBucket(capacity: 500, interval: .milliseconds(20))
    private var dropped = 0

    /// Whether a line may be logged now, and how many were dropped before it.
    mutating func admit(at now: Duration = MonotonicClock.now) -> (isAdmitted: Bool, dropped: Int) {
        guard budget.take(at: now) else {
            dropped += 1
            return (false, 0)
        }
        return (true, takeDropped())
    }

    /// How many lines were dropped since this was last told.
    mutating func takeDropped() -> Int {
        defer { dropped = 0 }
        return dropped
    }
}
