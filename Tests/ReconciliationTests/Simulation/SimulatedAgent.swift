import LocalPushModel
import Reconciliation

/// How one run of an agent behaves, and what has been asked of it.
struct SimulatedAgent {
    enum Behavior: CaseIterable {
        case good
        case slow
        case crashesAtOnce
        case refusesToStart
        case hangsInStart
        case ignoresStop
        case ignoresTermination
        case rejectsConfiguration
        case saysStoppedAndStays
    }

    let instance: AgentInstance
    let profile: Profile
    let understandsMessages: Bool
    let behavior: Behavior
    let launchedAt: Duration
    var isConfirmed = false
    var askedToStopAt: Duration?
    var saidStopped = false
    var terminatedAt: Duration?
    var isKilled = false
    /// What it will tell, and when.
    var future: [(at: Duration, news: AgentEvent)] = []

    /// Half of all agents are good ones; the rest misbehave, each in its way. The same instance of the
    /// same simulation always behaves the same.
    init(
        _ instance: AgentInstance, _ profile: Profile, understandsMessages: Bool, seed: UInt64,
        at now: Duration
    ) {
        var random = SeededRandom(seed: seed &+ instance.number &* 0x9e37)
        self.instance = instance
        self.profile = profile
        self.understandsMessages = understandsMessages
        launchedAt = now
        behavior =
            Bool.random(using: &random)
            ? .good : Behavior.allCases.randomElement(using: &random) ?? .good
        switch behavior {
        case .crashesAtOnce: future = [(now + .milliseconds(5), .exited("exited with status 1"))]
        case .refusesToStart: future = [(now + .milliseconds(5), .startFailed("no"))]
        case .hangsInStart: break
        case .slow: future = [(now + .seconds(12), .started)]
        default: future = [(now + .milliseconds(3), .started)]
        }
    }

    mutating func ask(at now: Duration) {
        askedToStopAt = now
        switch behavior {
        case .ignoresStop, .ignoresTermination, .hangsInStart: break
        case .saysStoppedAndStays: future.append((now + .milliseconds(20), .stopped))
        case .slow: end(at: now + .seconds(3))
        default: end(at: now + .milliseconds(10))
        }
    }

    mutating func terminate(at now: Duration) {
        terminatedAt = now
        if behavior != .ignoresTermination { end(at: now + .milliseconds(2)) }
    }

    mutating func kill(at now: Duration) {
        isKilled = true
        end(at: now + .milliseconds(1))
    }

    mutating func end(at time: Duration) {
        future.append((time, .exited("was told to")))
    }
}
