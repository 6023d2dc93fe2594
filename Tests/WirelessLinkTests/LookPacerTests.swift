import LocalPushModel
import Testing
import WirelessLink

/// When to look after events. All instants are milliseconds.
struct LookPacerTests {
    /// The instants of the looks that events at these instants lead to, each look taking no time.
    private func looks(_ events: [Int]) -> [Int] {
        var pacer = LookPacer()
        var looks: [Int] = []
        pacer.looked(at: .milliseconds(-1000), found: .success([]))
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
        pacer.looked(at: next, found: .success([]))
    }

    @Test func `nothing is due before an event`() {
        var pacer = LookPacer()
        #expect(pacer.nextLook == nil)
        pacer.looked(at: .zero, found: .success([]))
        #expect(pacer.nextLook == nil)
    }

    @Test func `the first event of a burst is acted on at once`() {
        #expect(looks([0, 1000, 5000]) == [0, 1000, 5000])
        var fresh = LookPacer()
        fresh.eventArrived(at: .seconds(9))
        #expect(fresh.nextLook == .seconds(9))
    }

    @Test func `events that come together share a look`() {
        var pacer = LookPacer()
        for event in [0, 1, 2] { pacer.eventArrived(at: .milliseconds(event)) }
        #expect(pacer.nextLook == .zero)
        pacer.looked(at: .milliseconds(3), found: .success([]))
        #expect(pacer.nextLook == nil)
    }

    /// Leaving and joining: authentication, association, CONNECT, and the port that opens later.
    @Test func `the last event of a join hardly waits`() throws {
        let events = [0, 1, 2, 60, 70, 72, 73, 75, 80, 81, 90, 91, 92, 93, 123]
        #expect(looks(events).last == 123)
        #expect(looks(Array(events.dropLast())).last == 93)
    }

    @Test func `nor does that of a device that leaves and joins again and again`() {
        let join = [0, 1, 2, 60, 70, 72, 73, 75, 80, 81, 90, 91, 92, 93, 123]
        let joins = (0..<5).flatMap { round in join.map { $0 + 300 * round } }
        #expect(looks(joins) == joins)
    }

    @Test func `a flood costs forty looks a second, and few more at first`() {
        let looks = looks(Array(0..<10_000))
        #expect((400...440).contains(looks.count))
        #expect(zip(looks.suffix(90), looks.suffix(89)).allSatisfy { $1 - $0 == LookPacer.longest })
    }

    @Test func `a burst after a quiet time is as quick as the first`() {
        let join = [0, 1, 2, 60, 70, 72, 73, 75, 80, 81, 90, 91, 92, 93, 123, 124, 126, 128, 130]
        let later = join.map { $0 + 6000 }
        let looks = looks(Array(0..<5000) + later)
        #expect(looks.filter { $0 >= 6000 } == self.looks(join).map { $0 + 6000 })
    }

    @Test(arguments: [[0, 3, 7, 20, 33, 58, 59, 130, 131], Array(0..<500)])
    func `no event waits longer than the longest pause`(events: [Int]) {
        let looks = looks(events)
        for event in events {
            #expect(looks.contains { (event...event + LookPacer.longest).contains($0) })
        }
    }

    @Test func `a look for another reason answers what was waiting`() {
        var pacer = LookPacer()
        pacer.looked(at: .zero, found: .success([]))
        pacer.eventArrived(at: .milliseconds(1))
        #expect(pacer.nextLook == .milliseconds(1))
        pacer.looked(at: .milliseconds(2), found: .success([]))
        #expect(pacer.nextLook == nil)
    }
}

/// A look that finds a join unfinished.
extension LookPacerTests {
    private typealias Found = Result<[NetworkObservation], WirelessError>

    private func found(_ state: NetworkState) -> Found {
        .success([NetworkObservation(interface: "wlan0", interfaceIndex: 3, state: state)])
    }

    /// The instants of the looks that follow a look at 0 without further events, all finding `found`.
    private func reviews(_ pacer: LookPacer, _ found: Found) -> [Int] {
        var pacer = pacer
        pacer.looked(at: .zero, found: found)
        var looks: [Int] = []
        while let next = pacer.nextLook, looks.count < 100 {
            looks.append(Int(next / .milliseconds(1)))
            pacer.looked(at: next, found: found)
        }
        return looks
    }

    @Test func `no event tells that the keys are there, so a few looks follow`() {
        #expect(
            reviews(LookPacer(), found(.associated))
                == [5, 15, 35, 75, 155, 315, 635, 1275])
    }

    @Test func `a look that failed is made up for`() {
        let failure = WirelessError.failed(NetlinkError("look", .interrupted))
        #expect(reviews(LookPacer(), .failure(failure)).count == 8)
    }

    @Test func `nothing follows a look at a system without Wi-Fi`() {
        #expect(reviews(LookPacer(), .failure(.noWirelessSupport)) == [])
    }

    @Test(arguments: [NetworkState.joined, .disconnected, .associating, .radioOff])
    func `nothing follows a look that finds a settled state`(state: NetworkState) {
        #expect(reviews(LookPacer(), found(state)) == [])
    }

    @Test func `an event starts the looks that follow anew`() {
        var pacer = LookPacer()
        for _ in 0..<20 { pacer.looked(at: .zero, found: found(.associated)) }
        #expect(pacer.nextLook == nil)
        pacer.eventArrived(at: .milliseconds(1))
        #expect(pacer.nextLook == .milliseconds(1))
        #expect(reviews(pacer, found(.associated)).count == 8)
    }

    @Test func `an event comes before a look that would follow later`() {
        var pacer = LookPacer()
        for _ in 0..<6 { pacer.looked(at: .zero, found: found(.associated)) }
        #expect(pacer.nextLook == .milliseconds(160))
        pacer.eventArrived(at: .milliseconds(20))
        #expect(pacer.nextLook == .milliseconds(20))
    }
}

extension LookPacer {
    /// The longest pause, in milliseconds.
    fileprivate static var longest: Int { Int(longestPause / .milliseconds(1)) }
}
