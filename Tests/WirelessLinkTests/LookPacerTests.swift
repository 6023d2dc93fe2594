import Testing
import WirelessLink

/// When to look after events. All instants are milliseconds.
struct LookPacerTests {
    /// The instants of the looks that events at these instants lead to, each look taking no time.
    private func looks(_ events: [Int]) -> [Int] {
        var pacer = LookPacer()
        var looks: [Int] = []
        pacer.looked(at: .milliseconds(-1000))
        for event in events {
            run(&pacer, until: event, &looks)
            pacer.eventArrived(at: .milliseconds(event))
        }
        run(&pacer, until: .max, &looks)
        return looks
    }

    private func run(_ pacer: inout LookPacer, until end: Int, _ looks: inout [Int]) {
        guard let next = pacer.nextLook else { return }
        let instant = Int(next / .milliseconds(1))
        guard instant <= end else { return }
        looks.append(instant)
        pacer.looked(at: next)
    }

    @Test func `nothing is due before an event`() {
        var pacer = LookPacer()
        #expect(pacer.nextLook == nil)
        pacer.looked(at: .zero)
        #expect(pacer.nextLook == nil)
    }

    @Test func `the first event of a burst is acted on at once`() {
        #expect(looks([0, 1000, 5000]) == [0, 1000, 5000])
        var fresh = LookPacer()
        fresh.eventArrived(at: .seconds(9))
        #expect(fresh.nextLook == .seconds(9))
    }

    @Test func `events that come together share a look`() {
        #expect(looks([0, 0, 0, 1, 1, 1]) == [0, 2])
    }

    /// Leaving and joining: authentication, association, CONNECT, and the port that opens later.
    @Test func `the last event of a join hardly waits`() throws {
        let events = [0, 1, 2, 60, 70, 72, 73, 75, 80, 81, 90, 91, 92, 93, 123]
        #expect(looks(events).last == 123)
        #expect(try #require(looks(Array(events.dropLast())).last) <= 95)
    }

    @Test func `a flood costs ten looks a second, and few more at first`() {
        let looks = looks(Array(0..<10_000))
        #expect((100...130).contains(looks.count))
        #expect(zip(looks.suffix(90), looks.suffix(89)).allSatisfy { $1 - $0 == LookPacer.longest })
    }

    @Test(arguments: [[0, 3, 7, 20, 33, 58, 59, 130, 131], Array(0..<500)])
    func `no event waits longer than a tenth of a second`(events: [Int]) {
        let looks = looks(events)
        for event in events {
            #expect(looks.contains { (event...event + LookPacer.longest).contains($0) })
        }
    }

    @Test func `a look for another reason answers what was waiting`() {
        var pacer = LookPacer()
        pacer.looked(at: .zero)
        pacer.eventArrived(at: .milliseconds(1))
        #expect(pacer.nextLook == .milliseconds(2))
        pacer.looked(at: .milliseconds(2))
        #expect(pacer.nextLook == nil)
    }
}

extension LookPacer {
    /// The longest pause, in milliseconds.
    fileprivate static var longest: Int { Int(longestPause / .milliseconds(1)) }
}
