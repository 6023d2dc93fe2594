import LinuxSystem

/// Looks again until `condition` holds; false when it does not within `patience`.
///
/// For what no event tells. The short pause between looks yields the processor.
package func eventually(
    within patience: Duration = .seconds(20), _ condition: () throws -> Bool
) rethrows -> Bool {
    let deadline = MonotonicClock.now + patience
    while true {
        if try condition() { return true }
        if MonotonicClock.now >= deadline { return false }
        _ = try? Poller.wait(for: [], until: MonotonicClock.now + .milliseconds(5))
    }
}
