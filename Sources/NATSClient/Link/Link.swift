/// When to connect, to ask whether the server is still there, and to give up: pure, its time is what it
/// is told.
///
/// There is one attempt, or one connection, or one pause at any time. A connection counts as good only
/// once its first frame is answered: the claim of the identity. Until then failures add up.
package struct Link: Sendable {
    /// What happens to it.
    package enum Event: Hashable, Sendable {
        /// The network is there: connect, and keep connected.
        case start
        /// The network is gone: no connection, and no timer.
        case stop
        /// The network changed, or an address came.
        case networkChanged
        /// A minute has passed, and the device is awake anyway.
        case minute
        /// The device has woken up.
        case wake
        /// The attempt has led to a connection.
        case connected
        /// The attempt has failed.
        case failed(ConnectFailure)
        /// The server has answered: the identity is ours.
        case claimed
        /// The identity is another's.
        case superseded
        /// The server has answered the latest probe.
        case heard
        /// The connection has ended, for this reason.
        case ended(String)
        /// ``deadline`` has come.
        case time
    }

    /// What is to be done.
    package enum Action: Hashable, Sendable {
        /// Start an attempt.
        case connect
        /// Drop the attempt or the connection, whichever there is.
        case disconnect
        /// Claim the identity, or see that it is still ours.
        case claim
        /// Ask the server for a sign of life.
        case probe
    }

    enum Phase: Hashable, Sendable {
        case stopped
        case pausing
        case connecting
        case claiming
        case connected
        case probing
        case superseded
    }

    /// When ``Event/time`` is to be told; nil for never.
    package private(set) var deadline: Duration?
    /// How it is doing.
    package private(set) var status = LinkStatus(.stopped)

    private let settings: LinkSettings
    private(set) var phase = Phase.stopped
    private var failures = 0
    /// When the latest attempt was.
    private var started: Duration = .zero
    private var lastHeard: Duration = .zero

    /// A link that is not asked for yet.
    package init(settings: LinkSettings = LinkSettings()) { self.settings = settings }

    /// Takes in what happened at `now`; returns what to do about it, in this order.
    ///
    /// - Parameters:
    ///   - lastHeard: when the connection last received anything.
    ///   - random: where pauses come from.
    package mutating func handle(
        _ event: Event, at now: Duration, lastHeard: Duration? = nil,
        using random: inout some RandomNumberGenerator
    ) -> [Action] {
        self.lastHeard = lastHeard ?? self.lastHeard
        switch event {
        case .start: return start(now)
        case .stop: return stop()
        case .networkChanged, .wake: return look(now)
        case .minute: return minute(now)
        case .connected: return connected(now)
        case .failed(let failure):
            return phase == .connecting ? pause(failure, now, &random) : []
        case .claimed: return claimed(now)
        case .superseded: return superseded()
        case .heard: return heard(now)
        case .ended(let reason): return ended(reason, now, &random)
        case .time: return time(now, &random)
        }
    }

    private mutating func enter(_ phase: Phase, until deadline: Duration?, _ status: LinkStatus) {
        self.phase = phase
        self.deadline = deadline
        self.status = status
    }

    private mutating func start(_ now: Duration) -> [Action] {
        guard phase == .stopped else { return [] }
        failures = 0
        return connect(now)
    }

    private mutating func stop() -> [Action] {
        let actions = disconnecting
        enter(.stopped, until: nil, LinkStatus(.stopped))
        return actions
    }

    private var disconnecting: [Action] {
        switch phase {
        case .stopped, .pausing, .superseded: []
        case .connecting, .claiming, .connected, .probing: [.disconnect]
        }
    }

    private mutating func connect(_ now: Duration) -> [Action] {
        let reason = failures > 0 ? status.detail : nil
        started = now
        enter(
            .connecting, until: now + settings.attemptLimit, LinkStatus(.connecting, reason))
        return [.connect]
    }

    /// Something is different now: what is waited for may be there, and what is there may be gone.
    private mutating func look(_ now: Duration) -> [Action] {
        switch phase {
        case .pausing: return connect(now)
        // An attempt over the way that was may hang for long. News come in bursts, though.
        case .connecting, .claiming:
            return now - started < settings.burst ? [] : [.disconnect] + connect(now)
        case .connected: return probe(now)
        case .stopped, .probing, .superseded: return []
        }
    }

    private mutating func minute(_ now: Duration) -> [Action] {
        guard phase == .connected, now - lastHeard >= settings.silence else { return [] }
        return probe(now)
    }

    private mutating func probe(_ now: Duration) -> [Action] {
        enter(.probing, until: now + settings.probeLimit, status)
        return [.probe]
    }

    private mutating func connected(_ now: Duration) -> [Action] {
        guard phase == .connecting else { return [] }
        enter(.claiming, until: now + settings.claimLimit, status)
        return [.claim]
    }

    private mutating func claimed(_ now: Duration) -> [Action] {
        guard phase == .claiming else { return [] }
        failures = 0
        lastHeard = now
        enter(.connected, until: nil, LinkStatus(.connected))
        return []
    }

    private mutating func superseded() -> [Action] {
        guard phase != .stopped else { return [] }
        let actions = disconnecting
        enter(
            .superseded, until: nil,
            LinkStatus(.superseded, "another agent has taken this identity"))
        return actions
    }

    private mutating func heard(_ now: Duration) -> [Action] {
        lastHeard = now
        if phase == .probing { enter(.connected, until: nil, status) }
        return []
    }

    private mutating func ended(
        _ reason: String, _ now: Duration, _ random: inout some RandomNumberGenerator
    ) -> [Action] {
        guard disconnecting == [.disconnect], phase != .connecting else { return [] }
        return [.disconnect] + pause(.waiting(reason), now, &random)
    }

    private mutating func time(
        _ now: Duration, _ random: inout some RandomNumberGenerator
    ) -> [Action] {
        guard let deadline, now >= deadline else { return [] }
        switch phase {
        case .pausing: return connect(now)
        case .connecting:
            return [.disconnect] + pause(.waiting("the attempt took too long"), now, &random)
        case .claiming:
            return [.disconnect] + pause(.waiting("the server does not answer"), now, &random)
        case .probing:
            // Nothing says that the server is down; the way to it may have been.
            return [.disconnect] + lost(now)
        case .stopped, .connected, .superseded: return []
        }
    }

    private mutating func lost(_ now: Duration) -> [Action] {
        status = LinkStatus(.waiting, "the server went silent")
        failures = 1
        return connect(now)
    }

    private mutating func pause(
        _ failure: ConnectFailure, _ now: Duration,
        _ random: inout some RandomNumberGenerator
    ) -> [Action] {
        let longest = min(settings.firstPause * (1 << min(failures, 16)), settings.longestPause)
        failures += 1
        // 53 random bits are a share from 0 up to, but not including, 1.
        let pause = longest * (Double(random.next() >> 11) * 0x1p-53)
        switch failure {
        case .waiting(let reason):
            enter(.pausing, until: now + pause, LinkStatus(.waiting, reason))
        case .rejected(let reason):
            enter(.pausing, until: now + pause, LinkStatus(.rejected, reason))
        }
        return []
    }
}
