import NATSClient
import Testing

/// The connection's state machine under a clock of the test's own.
struct LinkTests {
    /// A link, its clock, and what it has been asked to do.
    private struct Rehearsal {
        var link = Link()
        var now = Duration.seconds(1000)
        var random = Numbers()

        /// The pauses that are drawn: always the same share of the longest.
        struct Numbers: RandomNumberGenerator {
            var value: UInt64 = 1 << 63
            mutating func next() -> UInt64 { value }
        }

        @discardableResult
        mutating func tell(_ events: Link.Event..., heard: Duration? = nil) -> [Link.Action] {
            events.flatMap { link.handle($0, at: now, lastHeard: heard, using: &random) }
        }

        /// Lets time pass to the deadline, and tells it.
        mutating func wait() -> [Link.Action] {
            guard let deadline = link.deadline else { return [] }
            now = max(now, deadline)
            return tell(.time)
        }

        static var connected: Rehearsal {
            var rehearsal = Rehearsal()
            rehearsal.tell(.start, .connected, .claimed)
            return rehearsal
        }
    }

    @Test func `starting connects, and a claim that is answered means connected`() {
        var it = Rehearsal()
        #expect(it.tell(.start) == [.connect])
        #expect(it.link.status == LinkStatus(.connecting))
        #expect(it.tell(.connected) == [.claim])
        #expect(it.link.status.state == .connecting)
        #expect(it.tell(.claimed) == [])
        #expect(it.link.status == LinkStatus(.connected))
        #expect(it.link.deadline == nil)
    }

    @Test func `what is missing is a state with its reason, and pauses double to a limit`() {
        var it = Rehearsal()
        it.tell(.start)
        var pauses: [Duration] = []
        for _ in 0..<8 {
            it.tell(.failed(.waiting("no address")))
            #expect(it.link.status == LinkStatus(.waiting, "no address"))
            pauses.append((it.link.deadline ?? .zero) - it.now)
            #expect(it.wait() == [.connect])
            #expect(it.link.status == LinkStatus(.connecting, "no address"))
        }
        #expect(
            pauses.map { $0 * 2 }.prefix(4).elementsEqual([5, 10, 20, 40].map { .seconds($0) }))
        #expect(pauses.suffix(4).allSatisfy { $0 == .seconds(30) })
    }

    @Test(arguments: [UInt64.min, UInt64.max])
    func `a pause is anything from nothing to the longest`(number: UInt64) {
        var it = Rehearsal()
        it.random.value = number
        it.tell(.start, .failed(.waiting("")))
        let pause = (it.link.deadline ?? .zero) - it.now
        #expect(number == 0 ? pause == .zero : pause > .seconds(4.99))
        #expect(pause < .seconds(5))
    }

    @Test func `only an answered claim forgets the failures`() {
        var it = Rehearsal()
        it.tell(.start, .failed(.waiting("")))
        _ = it.wait()
        // The server takes connections, and drops them.
        #expect(it.tell(.connected) == [.claim])
        #expect(it.tell(.ended("gone")) == [.disconnect])
        #expect((it.link.deadline ?? .zero) - it.now == .seconds(5))
        _ = it.wait()
        it.tell(.connected, .claimed, .ended("gone"))
        #expect((it.link.deadline ?? .zero) - it.now == .milliseconds(2500))
    }

    @Test func `a changed network ends a pause at once`() {
        for event in [Link.Event.networkChanged, .wake] {
            var it = Rehearsal()
            it.tell(.start, .failed(.waiting("")))
            #expect(it.tell(event) == [.connect])
        }
    }

    @Test func `a changed network starts an attempt over`() {
        var it = Rehearsal()
        it.tell(.start)
        #expect(it.tell(.networkChanged) == [], "news come in bursts")
        it.now += .seconds(1)
        #expect(it.tell(.networkChanged) == [.disconnect, .connect])
        it.tell(.connected)
        it.now += .seconds(1)
        #expect(it.tell(.networkChanged) == [.disconnect, .connect])
    }

    @Test func `a probe goes out when the network changed and after sleep`() {
        for event in [Link.Event.networkChanged, .wake] {
            var it = Rehearsal.connected
            #expect(it.tell(event) == [.probe])
            #expect(it.tell(event) == [], "one at a time")
            #expect(it.tell(.heard) == [])
            #expect(it.link.deadline == nil)
            #expect(it.link.status == LinkStatus(.connected))
        }
    }

    @Test func `a silent server is given up and connected to at once, then with pauses`() {
        var it = Rehearsal.connected
        it.tell(.wake)
        #expect(it.wait() == [.disconnect, .connect])
        #expect(it.link.status == LinkStatus(.connecting, "the server went silent"))
        it.tell(.failed(.waiting("no answer")))
        #expect((it.link.deadline ?? .zero) - it.now == .seconds(5))
    }

    @Test func `the minute asks only a server that has been silent`() {
        var it = Rehearsal.connected
        it.now += .seconds(60)
        #expect(it.tell(.minute, heard: it.now - .seconds(20)) == [])
        #expect(it.tell(.minute, heard: it.now - .seconds(55)) == [.probe])
        var pausing = Rehearsal()
        pausing.tell(.start, .failed(.waiting("")))
        #expect(pausing.tell(.minute) == [], "the minute is no reason to try earlier")
    }

    @Test func `an attempt, and a claim, that take too long are given up`() {
        var it = Rehearsal()
        it.tell(.start)
        #expect(it.wait() == [.disconnect])
        #expect(it.link.status == LinkStatus(.waiting, "the attempt took too long"))
        #expect(it.wait() == [.connect])
        it.tell(.connected)
        #expect(it.wait() == [.disconnect])
        #expect(it.link.status == LinkStatus(.waiting, "the server does not answer"))
    }

    @Test func `a rejection is a state of its own, and is tried again with pauses`() {
        var it = Rehearsal()
        it.tell(.start, .failed(.rejected("wrong CA")))
        #expect(it.link.status == LinkStatus(.rejected, "wrong CA"))
        #expect(it.wait() == [.connect])
    }

    @Test func `off the network there is neither connection nor timer`() {
        let histories: [[Link.Event]] = [
            [.start], [.start, .connected], [.start, .connected, .claimed],
            [.start, .failed(.waiting(""))], [.start, .connected, .claimed, .wake],
            [.start, .superseded],
        ]
        for history in histories {
            var it = Rehearsal()
            for event in history { it.tell(event) }
            it.tell(.stop)
            #expect(it.link.deadline == nil)
            #expect(it.link.status == LinkStatus(.stopped))
            for event in [Link.Event.networkChanged, .minute, .wake, .time, .ended("")] {
                #expect(it.tell(event) == [], "\(history) \(event)")
            }
            #expect(it.tell(.start) == [.connect])
        }
    }

    @Test func `a taken identity ends it until it is started again`() {
        var it = Rehearsal.connected
        #expect(it.tell(.superseded) == [.disconnect])
        #expect(it.link.status.state == .superseded)
        for event in [Link.Event.networkChanged, .minute, .wake, .time, .ended(""), .start] {
            #expect(it.tell(event) == [], "\(event)")
        }
        #expect(it.tell(.stop, .start) == [.connect])
    }

    @Test func `late word of what was given up changes nothing`() {
        var it = Rehearsal()
        it.tell(.start, .failed(.waiting("")))
        let before = it.link.status
        #expect(it.tell(.connected, .claimed, .failed(.waiting("late")), .heard) == [])
        #expect(it.link.status == before)
    }
}
