/// How long to wait before a failing agent is started again: doubling from the shortest pause to the
/// longest, each stretched at random by up to a half, so that a fleet does not come back in step.
struct Backoff: Hashable, Sendable {
    /// Failures since the agent was last healthy.
    private(set) var failures = 0

    /// Counts a failure; returns the pause to make, never shorter or longer than the settings say.
    mutating func nextPause(
        _ settings: ReconcilerSettings, using random: inout SeededRandom
    ) -> Duration {
        failures += 1
        let doublings = min(failures - 1, 16)
        let pause = settings.shortestBackoff * (1 << doublings)
        let stretched = pause + pause * Int.random(in: 0...500, using: &random) / 1000
        return min(stretched, settings.longestBackoff)
    }

    /// Forgets the failures.
    mutating func reset() {
        failures = 0
    }
}
