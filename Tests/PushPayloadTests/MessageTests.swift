import LocalPushModel
import PushPayload
import StrictJSON
import Testing

struct MessageTests {
    private func message(_ headers: [String: String], _ body: String = "{}") throws -> PushMessage {
        try PushMessage(header: { headers[$0] }, body: Array(body.utf8))
    }

    private let minimal = ["Nats-Msg-Id": "m1", "Push-Kind": "notification", "Push-Sent": "1000"]

    @Test func `what the headers do not say has its usual value`() throws {
        let message = try message(minimal)
        #expect(message.id == "m1" && message.kind == .notification && message.sent == 1000)
        #expect(message.expires == nil && message.priority == 10 && message.collapseID == nil)
        #expect(message.key == "m1" && !message.isExpired(at: .max))
    }

    @Test func `headers and value turn into each other`() throws {
        var message = PushMessage(
            id: "a b.c>é", kind: .call, sent: 1_700_000_000_000, body: Array("{}".utf8))
        message.expires = 1_700_000_060_000
        message.priority = 5
        message.collapseID = "tide"
        message.ringSeconds = 20
        let headers = Dictionary(uniqueKeysWithValues: message.headers.map { ($0.name, $0.value) })
        #expect(try PushMessage(header: { headers[$0] }, body: message.body) == message)
        #expect(PushMessage(.object(message.json)) == message)
        #expect(message.key == "tide" && message.ringEnd == 1_700_000_020_000)
        #expect(
            message.isExpired(at: 1_700_000_060_000) && !message.isExpired(at: 1_700_000_059_999))
    }

    @Test(arguments: [
        ("Nats-Msg-Id", nil), ("Nats-Msg-Id", ""),
        ("Nats-Msg-Id", String(repeating: "x", count: 65)),
        ("Nats-Msg-Id", "a\nb"), ("Push-Kind", nil), ("Push-Kind", "Call"), ("Push-Sent", nil),
        ("Push-Sent", "-1"), ("Push-Sent", "9007199254740993"), ("Push-Expires", "soon"),
        ("Push-Priority", "0"), ("Push-Priority", "11"), ("Push-Collapse-Id", " x"),
        ("Push-Ring-Seconds", "0"), ("Push-Ring-Seconds", "3601"),
    ])
    func `a header that cannot be is an error that names it`(name: String, value: String?) throws {
        var headers = minimal
        headers[name] = value
        let error = try #require(throws: InvalidValue.self) { try message(headers) }
        #expect(error.problem.contains(name))
    }

    @Test func `a call's app is told everything that its payload says`() throws {
        let call = minimal.merging(
            ["Push-Kind": "call", "Push-Collapse-Id": "c1", "Push-Ring-Seconds": "20"]) { $1 }
        let userInfo = try message(call, #"{"senderName": "Jane", "n": 1.50, "event": "ended"}"#)
            .callUserInfo { "time \($0)" }
        #expect(
            JSONValue.object(userInfo).compactText
                == #"{"call":"c1","event":"incoming","n":1.50,"ringSeconds":20,"#
                + #""senderName":"Jane","sent":"time 1000"}"#)
    }

    @Test func `a call's end says how it ended`() throws {
        let end = minimal.merging(["Push-Kind": "call-end", "Push-Collapse-Id": "c1"]) { $1 }
        func event(_ body: String) throws -> JSONValue? {
            try message(end, body).callUserInfo { _ in "" }["event"]
        }
        #expect(try event("{}") == "ended")
        #expect(try event(#"{"event": "answeredElsewhere"}"#) == "answeredElsewhere")
        #expect(try event(#"{"event": "incoming"}"#) == "ended")
    }
}
