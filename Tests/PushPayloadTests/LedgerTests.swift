import PushPayload
import StrictJSON
import Testing

struct LedgerTests {
    private var ledger = DeliveryLedger()
    private let now: Int64 = 1_700_000_000_000

    private func message(
        _ id: String, _ kind: PushMessage.Kind = .notification, collapse: String? = nil,
        _ body: String = #"{"aps": {"alert": "hi"}}"#
    ) -> PushMessage {
        var message = PushMessage(id: id, kind: kind, sent: now, body: Array(body.utf8))
        message.collapseID = collapse
        return message
    }

    private func message(_ id: String, _ body: String) -> PushMessage {
        message(id, .notification, body)
    }

    private func place(_ sequence: Int, stored: Int = 5) -> MailboxPosition {
        MailboxPosition(sequence: sequence, stored: stored, acknowledgement: "ack.\(sequence)")
    }

    private func decide(
        _ message: PushMessage, _ position: MailboxPosition? = nil, after milliseconds: Int64 = 0
    ) -> DeliveryDecision {
        ledger.decide(
            message, at: position ?? place(1000), now: now + milliseconds, timeText: { "\($0)" })
    }

    private func notification(_ id: UInt32) -> NotificationReference {
        NotificationReference(server: "s", id: id)
    }

    private func isPresented(_ decision: DeliveryDecision) -> Bool {
        if case .present = decision { true } else { false }
    }

    private func replaced(_ decision: DeliveryDecision) -> NotificationReference? {
        if case .present(let presentation) = decision { presentation.replaced } else { nil }
    }

    // MARK: Once

    @Test mutating func `a message that was dealt with is known by its id`() {
        let first = message("m1")
        #expect(isPresented(decide(first, place(1))))
        _ = ledger.finish(first, at: place(1), as: .shown(notification(1)))
        #expect(decide(first, place(1)) == .skip(.duplicate))
        #expect(decide(first, place(7, stored: 9)) == .skip(.duplicate))
        #expect(isPresented(decide(message("m2"), place(2))))
    }

    @Test mutating func `a mailbox that was wiped hides nothing, whatever its clock says`() {
        _ = ledger.finish(message("m9"), at: place(900, stored: 100), as: .done)
        #expect(isPresented(decide(message("n1"), place(1, stored: 200))))
        #expect(isPresented(decide(message("n2"), place(2, stored: 3))))
        #expect(decide(message("n3"), place(900, stored: 100)) == .skip(.duplicate))
    }

    @Test mutating func `the latest 1024 ids are remembered`() {
        for number in 1...1025 {
            _ = ledger.finish(message("m\(number)"), at: place(number), as: .done)
        }
        #expect(isPresented(decide(message("m1"), place(1))))
        #expect(decide(message("m2"), place(2)) == .skip(.duplicate))
        #expect(decide(message("m1025"), place(9)) == .skip(.duplicate))
    }

    @Test func `what has expired is not shown`() {
        var message = message("m1")
        message.expires = now + 10
        #expect(isPresented(decide(message, after: 9)))
        #expect(decide(message, after: 10) == .skip(.expired))
    }

    @Test func `what is no payload is skipped with the reason`() {
        guard
            case .skip(.unreadable(let words)) = decide(message("m", "{\"aps\": {\"badge\": []}}"))
        else { return #expect(Bool(false)) }
        #expect(words.contains("aps.badge"))
    }

    // MARK: Replacing and taking back

    @Test mutating func `one collapse id has one notification`() {
        let (first, second) = (message("m1", collapse: "tide"), message("m2", collapse: "tide"))
        _ = ledger.finish(first, at: place(1), as: .shown(notification(7)))
        #expect(replaced(decide(second)) == notification(7))
        #expect(replaced(decide(message("m3", collapse: "other"))) == nil)
        #expect(replaced(decide(message("m3"))) == nil)
        _ = ledger.finish(second, at: place(2), as: .shown(notification(8)))
        #expect(replaced(decide(message("m3", collapse: "tide"))) == notification(8))
        _ = ledger.close(notification(8))
        #expect(replaced(decide(message("m3", collapse: "tide"))) == nil)
        #expect(ledger.close(notification(7)) == nil)
    }

    @Test mutating func `the second seed's samples replace each other by id`() {
        let silent = message("m1", PayloadTests.silentSample)
        let plain = message("m2", PayloadTests.plainSample)
        guard case .present(let presentation) = decide(silent) else { return #expect(Bool(false)) }
        #expect(presentation.payload.alert?.body?.literal == "hello world")
        #expect(!presentation.wakesApp)
        _ = ledger.finish(silent, at: place(1), as: .shown(notification(3)))
        #expect(replaced(decide(plain)) == notification(3))
    }

    @Test func `the app is woken for what asks for it, and for what only it can use`() {
        func wakes(_ body: String) -> Bool? {
            guard case .present(let presentation) = decide(message("m", body)) else { return nil }
            return presentation.wakesApp
        }
        #expect(wakes(#"{"aps": {"content-available": 1}}"#) == true)
        #expect(wakes(#"{"aps": {"content-available": 1, "alert": "x"}}"#) == true)
        #expect(wakes("{}") == true)
        #expect(wakes(#"{"aps": {"alert": "x"}}"#) == false)
        #expect(wakes(#"{"aps": {"badge": 1}}"#) == false)
    }

    @Test(arguments: ["m1", "tide"])
    mutating func `a message is taken back by its id or collapse id`(target: String) {
        let first = message("m1", collapse: "tide")
        _ = ledger.finish(first, at: place(1), as: .shown(notification(7)))
        let withdrawal = message("w", .withdraw, collapse: target)
        #expect(decide(withdrawal) == .withdraw([notification(7)], userInfo: nil))
        _ = ledger.finish(withdrawal, at: place(2), as: .done)
        #expect(decide(message("w2", .withdraw, collapse: target)) == .withdraw([], userInfo: nil))
    }

    @Test mutating func `at most 256 notifications are remembered`() {
        for number in 1...257 {
            let message = message("m\(number)", collapse: "c\(number)")
            _ = ledger.finish(message, at: place(number), as: .shown(notification(UInt32(number))))
        }
        #expect(replaced(decide(message("x", collapse: "c1"))) == nil)
        #expect(replaced(decide(message("x", collapse: "c2"))) == notification(2))
    }

    // MARK: Waiting for a notification server

    @Test mutating func `what is kept waits in order, is known, and goes once shown`() {
        let (first, second) = (message("m1"), message("m2"))
        _ = ledger.finish(first, at: place(1), as: .kept)
        _ = ledger.finish(second, at: place(2), as: .kept)
        #expect(decide(first, place(1)) == .skip(.duplicate))
        #expect(ledger.kept == [first, second])
        #expect(
            isPresented(ledger.decide(first, at: nil, now: now, timeText: { _ in "" })))
        _ = ledger.finish(first, at: nil, as: .shown(notification(1)))
        #expect(ledger.kept == [second] && ledger.position == place(2))
        _ = ledger.finish(message("w", .withdraw, collapse: "m2"), at: place(3), as: .done)
        #expect(ledger.kept.isEmpty)
    }

    @Test mutating func `of those that would replace each other only the newest is kept`() {
        let newest = message("m2", collapse: "tide")
        _ = ledger.finish(message("m1", collapse: "tide"), at: place(1), as: .kept)
        _ = ledger.finish(newest, at: place(2), as: .kept)
        #expect(ledger.kept == [newest] && ledger.forgotten == 0)
    }

    @Test mutating func `at most 100 are kept, and the others counted`() {
        for number in 1...103 {
            _ = ledger.finish(message("m\(number)"), at: place(number), as: .kept)
        }
        #expect(ledger.kept.count == 100 && ledger.kept.first?.id == "m4")
        #expect(ledger.forgotten == 3)
    }

    // MARK: Waiting for the app

    @Test mutating func `what the app is to be told of waits in order, and goes once told`() {
        let (silent, both) = (message("m1"), message("m2"))
        _ = ledger.finish(silent, at: place(1), as: .done, awaitsApp: true)
        _ = ledger.finish(both, at: place(2), as: .shown(notification(1)), awaitsApp: true)
        #expect(ledger.untold == [silent, both] && ledger.kept.isEmpty)
        #expect(ledger.tell("m1") != nil && ledger.tell("m1") == nil)
        #expect(ledger.untold == [both])
        _ = ledger.finish(message("w", .withdraw, collapse: "m2"), at: place(3), as: .done)
        #expect(ledger.untold.isEmpty)
    }

    @Test mutating func `the app is told once of what waits for a notification server`() {
        let both = message("m1", #"{"aps": {"content-available": 1, "alert": "x"}}"#)
        func wakes(_ position: MailboxPosition?) -> Bool? {
            let decision = ledger.decide(both, at: position, now: now, timeText: { _ in "" })
            guard case .present(let presentation) = decision else { return nil }
            return presentation.wakesApp
        }
        #expect(wakes(place(1)) == true)
        _ = ledger.finish(both, at: place(1), as: .kept, awaitsApp: true)
        #expect(ledger.untold == [both] && ledger.kept == [both] && wakes(nil) == false)
    }

    @Test mutating func `at most 100 wait for the app`() {
        for number in 1...103 {
            _ = ledger.finish(
                message("m\(number)"), at: place(number), as: .done, awaitsApp: true)
        }
        #expect(ledger.untold.count == 100 && ledger.untold.first?.id == "m4")
    }

    // MARK: Calls

    private func event(_ decision: DeliveryDecision) -> JSONValue? {
        if case .report(let userInfo) = decision { userInfo["event"] } else { nil }
    }

    private func isMissed(_ decision: DeliveryDecision) -> Bool {
        if case .tellMissedCall = decision { true } else { false }
    }

    @Test mutating func `a call is reported while it rings, and so is its end, once`() {
        let call = message("m1", .call, collapse: "c1", "{}")
        let end = message("m2", .callEnd, collapse: "c1", "{}")
        #expect(event(decide(call, after: 29_999)) == "incoming")
        _ = ledger.finish(call, at: place(1), as: .done)
        #expect(event(decide(end)) == "ended")
        _ = ledger.finish(end, at: place(2), as: .done)
        #expect(decide(message("m3", .callEnd, collapse: "c1", "{}")) == .skip(.callIsOver))
        #expect(decide(message("m4", .call, collapse: "c1", "{}")) == .skip(.callIsOver))
    }

    @Test mutating func `a call that has stopped to ring is missed, once`() {
        let call = message("m1", .call, collapse: "c1", "{}")
        #expect(isMissed(decide(call, after: 30_000)))
        _ = ledger.finish(call, at: place(1), as: .shown(notification(1)))
        #expect(ledger.missedCalls == 1)
        #expect(decide(message("m2", .callEnd, collapse: "c1", "{}")) == .skip(.callIsOver))
    }

    @Test func `the end of a call that was never heard of is a missed call`() {
        #expect(isMissed(decide(message("m1", .callEnd, collapse: "c1", "{}"))))
        let taken = message("m1", .callEnd, collapse: "c1", #"{"event": "answeredElsewhere"}"#)
        #expect(decide(taken) == .skip(.callIsOver))
    }

    @Test func `a call that has expired is not even missed`() {
        var call = message("m1", .call, "{}")
        call.expires = now + 30_000
        #expect(decide(call, after: 30_000) == .skip(.expired))
    }

    @Test mutating func `a call that rings can be taken back`() {
        let call = message("m1", .call, collapse: "c1", "{}")
        _ = ledger.finish(call, at: place(1), as: .done)
        let withdrawal = message("w", .withdraw, collapse: "c1", "{}")
        guard case .withdraw([], let userInfo?) = decide(withdrawal) else {
            return #expect(Bool(false))
        }
        #expect(userInfo["event"] == "ended" && userInfo["call"] == "c1")
        _ = ledger.finish(withdrawal, at: place(2), as: .done)
        #expect(decide(message("m3", .callEnd, collapse: "c1", "{}")) == .skip(.callIsOver))
    }

    @Test func `a notice says how many were dropped`() {
        let notice = message("d", .dropped, collapse: "dropped", #"{"aps": {}, "dropped": 12}"#)
        #expect(decide(notice) == .tellDropped(12))
        guard case .skip(.unreadable) = decide(message("d", .dropped, "{}")) else {
            return #expect(Bool(false))
        }
    }

    // MARK: On the disk

    /// Does a bit of everything; returns the changes.
    private mutating func live() -> [LedgerRecord] {
        [
            ledger.claim(for: "agent-1"),
            ledger.finish(
                message("m1", collapse: "tide"), at: place(1), as: .shown(notification(7))),
            ledger.finish(
                message("m2", PayloadTests.silentSample), at: place(2), as: .shown(notification(8))
            ),
            ledger.finish(message("c1", .call, "{}"), at: place(3), as: .done),
            ledger.finish(message("m4", "{\"aps\": {\"alert\": \"é\"}}"), at: place(4), as: .kept),
            ledger.finish(message("c2", .callEnd, "{}"), at: place(5), as: .shown(notification(9))),
            ledger.finish(message("m6"), at: place(6), as: .done, awaitsApp: true),
            ledger.finish(message("m7"), at: place(7), as: .kept, awaitsApp: true),
            ledger.finish(
                message("m8"), at: place(8), as: .shown(notification(6)), awaitsApp: true),
        ] + [ledger.close(notification(7)), ledger.tell("m7")].compactMap(\.self)
    }

    @Test mutating func `what was remembered is read again`() throws {
        _ = live()
        let text = JSONValue.object(ledger.json).compactText
        let copy = try DeliveryLedger(JSONValue(parsing: Array(text.utf8)))
        #expect(copy == ledger && copy.kept.count == 2 && copy.instance == "agent-1")
    }

    @Test mutating func `the changes, made again, come to the same`() throws {
        let records = live()
        #expect(records.count == 11)
        var copy = DeliveryLedger()
        for record in records {
            let json = try JSONValue(parsing: Array(record.json.compactText.utf8))
            copy.apply(try #require(LedgerRecord(json)))
        }
        #expect(copy == ledger && copy.untold.map(\.id) == ["m6", "m8"])
        #expect(LedgerRecord(["unheard-of": 1]) == nil)
    }

    @Test func `a newer form is refused`() {
        #expect(throws: (any Error).self) { try DeliveryLedger(["formatVersion": 2]) }
        #expect(throws: (any Error).self) { try DeliveryLedger([:]) }
        #expect(throws: Never.self) { try DeliveryLedger(["formatVersion": 1, "shown": 3]) }
    }
}
