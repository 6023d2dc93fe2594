import LocalPushModel
import Reconciliation
import Testing

import class Foundation.ProcessInfo

/// The reconciler under a virtual clock, with random events and every rule as an invariant.
///
/// `LOCALPUSH_SIMULATION_EVENTS` sets how many events are run, `LOCALPUSH_SIMULATION_SEED` where to
/// begin. A failure names its seed and the shortest sequence of events found that still fails.
struct SimulationTests {
    static let eventsInARun = 250

    @Test func `no sequence of events breaks a rule`() throws {
        let environment = ProcessInfo.processInfo.environment
        let events = environment["LOCALPUSH_SIMULATION_EVENTS"].flatMap { Int($0) } ?? 50_000
        let first = environment["LOCALPUSH_SIMULATION_SEED"].flatMap { UInt64($0) } ?? 1
        for seed in first..<(first + UInt64(events / Self.eventsInARun)) {
            let sequence = Self.sequence(seed: seed)
            guard let violation = try Self.violation(in: sequence, seed: seed) else { continue }
            let shortest = try Self.shrink(sequence, seed: seed)
            let problem = try Self.violation(in: shortest, seed: seed) ?? violation
            Issue.record("seed \(seed): \(problem)\nafter \(shortest)")
            return
        }
    }

    private static func sequence(seed: UInt64) -> [SimulatedEvent] {
        var random = SeededRandom(seed: seed)
        return (0..<eventsInARun).map { _ in SimulatedEvent.random(using: &random) }
    }

    private static func violation(in events: [SimulatedEvent], seed: UInt64) throws -> String? {
        var world = try SimulatedWorld(seed: seed)
        for event in events where world.violation == nil { try world.apply(event) }
        if world.violation == nil { world.shutDown() }
        return world.violation
    }

    /// Leaves out ever smaller runs of events while what is left still breaks a rule.
    private static func shrink(_ events: [SimulatedEvent], seed: UInt64) throws -> [SimulatedEvent]
    {
        var events = events
        var length = events.count / 2
        while length > 0 {
            var start = 0
            while start < events.count {
                var fewer = events
                fewer.removeSubrange(start..<min(start + length, events.count))
                if try violation(in: fewer, seed: seed) != nil {
                    events = fewer
                } else {
                    start += length
                }
            }
            length /= 2
        }
        return events
    }
}
