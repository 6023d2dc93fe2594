import LocalPush
import PushPayload
import StrictJSON
import Testing

@testable import SimplePush

/// What is done about calls, without a bus or a screen.
struct CallBookTests {
    private let screen = NotificationReference(server: "s", id: 7)

    private func report(
        _ event: CallEvent = .incoming, id: String = "c", sent: Int64 = 0, ring: Int = 30
    ) -> CallReport {
        let info: PropertyList = [
            "call": PropertyListValue(id), "event": PropertyListValue(event.rawValue),
            "senderName": "Bridge", "ringSeconds": PropertyListValue(ring),
        ]
        return CallReport(info, now: sent, spareID: "spare")
    }

    /// A book with one call that rings on the screen.
    private func ringing() -> CallBook {
        var book = CallBook()
        _ = book.hear(report(), at: 0)
        #expect(book.shown("c", .ringing, as: screen, isFinal: false).isEmpty)
        return book
    }

    private func states(_ actions: [CallAction]) -> [String] {
        actions.map {
            switch $0 {
            case .ring(let call): "ring \(call.id)"
            case .close(let reference): "close \(reference.id)"
            case .tellMissed(let call): "missed \(call.id)"
            case .say(let call): "say \(call.state)"
            }
        }
    }

    @Test func `a call rings once, whatever comes again`() {
        var book = CallBook()
        #expect(states(book.hear(report(), at: 0)) == ["say ringing", "ring c"])
        #expect(book.hear(report(), at: 1).isEmpty)
        #expect(book.isBusy && book.deadline == 30_000)
    }

    @Test(arguments: [
        (Call.State.accepted, ["close 7", "say accepted"]),
        (.declined, ["close 7", "say declined"]),
    ])
    func `an answer stops the ringing, and the call is never missed`(
        answer: Call.State, expected: [String]
    ) {
        var book = ringing()
        #expect(states(book.choose(answer, on: screen)) == expected)
        #expect(book.timePassed(60_000).isEmpty && !book.isBusy && book.deadline == nil)
        #expect(book.choose(.accepted, on: screen).isEmpty)
    }

    @Test func `the end of an accepted call is said, and of a declined one is no news`() {
        var book = ringing()
        _ = book.choose(.accepted, on: screen)
        #expect(states(book.hear(report(.ended), at: 5)) == ["say ended"])
        var other = ringing()
        _ = other.choose(.declined, on: screen)
        #expect(other.hear(report(.ended), at: 5).isEmpty)
    }

    @Test func `a call that is taken back, or rings too long, is missed`() {
        var book = ringing()
        #expect(states(book.hear(report(.ended), at: 5)) == ["close 7", "say missed", "missed c"])
        var late = ringing()
        #expect(late.timePassed(29_999).isEmpty)
        #expect(states(late.timePassed(30_000)) == ["close 7", "say missed", "missed c"])
        #expect(late.isBusy, "it is yet to be told")
        _ = late.shown("c", .missed, as: screen, isFinal: false)
        #expect(!late.isBusy)
    }

    @Test func `a call that comes too late is missed at once`() {
        var book = CallBook()
        #expect(states(book.hear(report(sent: 0), at: 30_000)) == ["say missed", "missed c"])
    }

    @Test func `only what rings is answered, whatever a screen says`() {
        var book = ringing()
        _ = book.timePassed(30_000)
        let missed = NotificationReference(server: "s", id: 8)
        _ = book.shown("c", .missed, as: missed, isFinal: false)
        #expect(book.choose(.accepted, on: missed).isEmpty)
        #expect(book.calls[0].state == .missed)
    }

    @Test func `a clock that is set back makes no call ring on`() {
        var book = CallBook()
        _ = book.hear(report(sent: 1_000_000_000), at: 1_000_000_000)
        _ = book.shown("c", .ringing, as: screen, isFinal: false)
        #expect(states(book.timePassed(0)) == ["close 7", "say missed", "missed c"])
        var longest = CallBook()
        _ = longest.hear(report(sent: 0, ring: 3600), at: 0)
        #expect(longest.timePassed(0).isEmpty, "so long it may ring")
    }

    @Test func `a call that another device has taken stops to ring, and is not missed`() {
        var book = ringing()
        #expect(
            states(book.hear(report(.answeredElsewhere), at: 5))
                == ["close 7", "say answeredElsewhere"])
        #expect(!book.isBusy)
    }

    @Test func `a call that is put away waits in silence, and is missed at its end`() {
        var book = ringing()
        book.closed(screen)
        #expect(book.calls[0].state == .silenced && book.isBusy)
        #expect(book.screenAppeared("s", at: 5).isEmpty)
        #expect(states(book.timePassed(30_000)) == ["say missed", "missed c"])
    }

    @Test func `an end that comes before its call keeps it from ringing`() {
        var book = CallBook()
        #expect(states(book.hear(report(.ended), at: 0)) == ["say missed"])
        #expect(book.hear(report(), at: 1).isEmpty && !book.isBusy)
    }

    @Test func `a call that is over before it is on the screen leaves nothing there`() {
        var book = CallBook()
        _ = book.hear(report(), at: 0)
        #expect(states(book.hear(report(.ended), at: 5)) == ["say missed", "missed c"])
        #expect(states(book.shown("c", .ringing, as: screen, isFinal: false)) == ["close 7"])
        #expect(book.calls[0].notification == nil && book.isBusy)
    }

    @Test func `without a screen it waits for one, and another screen gets it anew`() {
        var book = CallBook()
        _ = book.hear(report(), at: 0)
        #expect(book.screenAppeared("s", at: 1).isEmpty, "it is on its way")
        _ = book.shown("c", .ringing, as: nil, isFinal: false)
        #expect(states(book.screenAppeared("s", at: 2)) == ["ring c"])
        _ = book.shown("c", .ringing, as: screen, isFinal: false)
        #expect(book.screenAppeared("s", at: 3).isEmpty)
        let again = book.screenAppeared("t", at: 4)
        #expect(states(again) == ["ring c"] && book.calls[0].notification == nil)
    }

    @Test func `a notification that is refused is not tried for ever`() {
        var book = CallBook()
        _ = book.hear(report(), at: 0)
        _ = book.shown("c", .ringing, as: nil, isFinal: true)
        #expect(book.screenAppeared("s", at: 2).isEmpty)
        #expect(states(book.timePassed(30_000)) == ["say missed", "missed c"])
        _ = book.shown("c", .missed, as: nil, isFinal: true)
        #expect(!book.isBusy)
    }

    @Test func `the next app takes over what a killed one has left`() {
        let left = CallBook(ringing().json)
        // While there is time it rings on, where its buttons reach this app.
        var early = left
        let actions = early.screenAppeared("s", at: 10_000)
        #expect(actions == [.ring(early.calls[0])])
        #expect(early.calls[0].notification == screen, "in the old one's place")
        var late = left
        #expect(
            states(late.screenAppeared("s", at: 40_000)) == ["close 7", "say missed", "missed c"])
        // What is known is not told again.
        var told = late
        _ = told.shown("c", .missed, as: screen, isFinal: false)
        var next = CallBook(told.json)
        #expect(next.screenAppeared("s", at: 50_000).isEmpty && !next.isBusy)
        #expect(next.hear(report(), at: 50_000).isEmpty)
        // What it knew of a call that was put away holds.
        var silenced = ringing()
        silenced.closed(screen)
        var quiet = CallBook(silenced.json)
        #expect(quiet.screenAppeared("s", at: 10_000).isEmpty && quiet.isBusy)
    }

    @Test func `many calls at once ring no more than a few at a time, and are bounded`() {
        var book = CallBook()
        for number in 0..<500 {
            let actions = states(book.hear(report(id: "\(number)"), at: 0))
            #expect(actions.contains("ring \(number)") == (number < CallBook.mostRinging))
        }
        #expect(book.calls.count == CallBook.mostCalls)
        #expect(book.calls.count { $0.state == .ringing } == CallBook.mostRinging)
    }

    @Test func `what anybody may say is taken within its bounds`() {
        let now: Int64 = 1_000_000
        func read(_ info: PropertyList) -> CallReport {
            CallReport(info, now: now, spareID: "spare")
        }
        let bare = read([:])
        #expect(bare.id == "spare" && bare.event == .incoming && bare.caller == "")
        #expect(bare.ringEnd == now + 30_000)
        let wild = read([
            "call": PropertyListValue(String(repeating: "x", count: 65)), "event": 1,
            "senderName": PropertyListValue(String(repeating: "n", count: 5000)),
            "ringSeconds": PropertyListValue(Int.max), "sent": "9999-99-99T99:99:99.999Z",
        ])
        #expect(wild.id == "spare" && wild.caller.count == 200)
        #expect(wild.ringEnd == now + 3_600_000)
        #expect(read(["ringSeconds": -5]).ringEnd == now + 1000)
        // By a clock that is ahead of ours a call rings no longer than it should.
        #expect(read(["sent": "2261-01-01T00:00:00.000Z"]).ringEnd == now + 30_000)
        #expect(read(["sent": "1970-01-01T00:20:00.000Z"]).ringEnd == now + 30_000)
        #expect(read(["sent": "1970-01-01T00:16:30.000Z"]).ringEnd == now + 20_000)
    }

    @Test func `a file that says something else is as none`() throws {
        for text in ["[]", #"{"calls":7}"#, #"{"calls":[1,{"id":"x"},{"id":"x","state":"new"}]}"#] {
            #expect(CallBook(try JSONValue(parsing: Array(text.utf8))).calls.isEmpty)
        }
    }
}
