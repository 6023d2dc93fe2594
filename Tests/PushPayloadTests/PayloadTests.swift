import LocalPushModel
import PushPayload
import StrictJSON
import Testing

struct PayloadTests {
    private func payload(_ text: String) throws -> PushPayload {
        try PushPayload(parsing: Array(text.utf8))
    }

    private func refusal(aps: String) throws -> String {
        try #require(throws: DocumentError.self) { try payload("{\"aps\": \(aps)}") }.description
    }

    @Test func `every key of aps is read`() throws {
        let payload = try payload(
            """
            {"aps": {"alert": {"title": "Bridge", "subtitle": "Deck 3", "body": "Lunch",
                               "launch-image": "lunch.png"},
                     "badge": 3, "sound": {"critical": 1, "name": "bell", "volume": 0.5},
                     "thread-id": "bridge", "category": "MEAL", "content-available": 1,
                     "mutable-content": 1, "interruption-level": "time-sensitive",
                     "relevance-score": 0.75, "target-content-id": "menu",
                     "filter-criteria": "x", "unheard-of": [1e400]},
             "dish": {"id": 12345678901234567890}}
            """)
        #expect(payload.alert?.title?.literal == "Bridge")
        #expect(payload.alert?.subtitle?.literal == "Deck 3")
        #expect(payload.alert?.body?.literal == "Lunch")
        #expect(payload.alert?.launchImage == "lunch.png")
        #expect(payload.badge == 3)
        #expect(payload.sound?.name == "bell" && payload.sound?.isCritical == true)
        #expect(payload.sound?.volume == 0.5)
        #expect(payload.threadID == "bridge" && payload.category == "MEAL")
        #expect(payload.isContentAvailable && payload.isMutableContent && !payload.isSilent)
        #expect(payload.interruptionLevel == .timeSensitive && payload.relevanceScore == 0.75)
        #expect(payload.targetContentID == "menu")
        // The app gets everything, digits included.
        let text = JSONValue.object(payload.object).compactText
        #expect(text.contains("12345678901234567890") && text.contains("[1e400]"))
    }

    @Test func `a string is the body, and a sound's name may stand alone`() throws {
        let payload = try payload(#"{"aps": {"alert": "hello world", "sound": "default"}}"#)
        #expect(payload.alert?.body?.literal == "hello world" && payload.alert?.title == nil)
        #expect(payload.sound?.name == PushSound.usual && payload.sound?.volume == 1)
        #expect(try self.payload(#"{"aps": {"sound": ""}}"#).sound == nil)
    }

    @Test func `a payload without anything for the user is silent`() throws {
        #expect(try payload(#"{"aps": {"content-available": 1}, "x": 1}"#).isSilent)
        #expect(try payload("{}").isSilent)
        #expect(try !payload(#"{"aps": {"badge": 0}}"#).isSilent)
    }

    @Test(arguments: [
        ("[]", "aps: expected an object, found an array"),
        (#"{"alert": 1}"#, "aps.alert: expected a string or an object, found a number"),
        (#"{"alert": {"title": []}}"#, "aps.alert.title: expected a string, found an array"),
        (#"{"alert": {"loc-args": "x"}}"#, "aps.alert.loc-args: expected an array, found a string"),
        (
            #"{"alert": {"loc-args": ["x", 1]}}"#,
            "aps.alert.loc-args[1]: expected a string, found a number"
        ),
        (#"{"badge": "1"}"#, "aps.badge: expected a whole number from 0 to 2147483647"),
        (#"{"badge": -1}"#, "aps.badge: expected a whole number from 0 to 2147483647"),
        (#"{"badge": 1.0}"#, "aps.badge: expected a whole number from 0 to 2147483647"),
        (#"{"sound": true}"#, "aps.sound: expected a string or an object, found true or false"),
        (#"{"sound": {"volume": 1.5}}"#, "aps.sound.volume: expected a number from 0 to 1"),
        (#"{"content-available": true}"#, "aps.content-available: expected 1 or 0"),
        (#"{"thread-id": null}"#, "aps.thread-id: expected a string, found null"),
        (#"{"relevance-score": "1"}"#, "aps.relevance-score: expected a number from 0 to 1"),
        (
            #"{"interruption-level": "timesensitive"}"#,
            #"aps.interruption-level: "timesensitive" is not known; did you mean "time-sensitive"?"#
        ),
    ])
    func `a value of the wrong type is an error that names its key`(aps: String, words: String)
        throws
    {
        #expect(try refusal(aps: aps).contains(words))
    }

    @Test func `a payload has at most 4096 bytes, a call's 5120`() throws {
        func bytes(_ count: Int) -> [UInt8] {
            let start = #"{"x":""#
            return Array((start + String(repeating: "y", count: count - 8) + #""}"#).utf8)
        }
        #expect(throws: Never.self) { try PushPayload(parsing: bytes(4096)) }
        #expect(throws: DocumentError.self) { try PushPayload(parsing: bytes(4097)) }
        let limit = PushPayload.largestCall
        #expect(throws: Never.self) { try PushPayload(parsing: bytes(5120), limit: limit) }
        #expect(throws: DocumentError.self) { try PushPayload(parsing: bytes(5121), limit: limit) }
    }

    // MARK: Localized texts

    @Test(arguments: [
        ("%@ and %@", "Jane and John"), ("%2$@ and %1$@", "John and Jane"), ("100%%", "100%"),
        ("%1$@%1$@", "JaneJane"), ("%3$@.", "."), ("%@%@%@.", "JaneJohn."), ("50% off", "50% off"),
        ("%", "%"), ("%0$@ %x %1$d", "%0$@ %x %1$d"),
        ("%99999999999999999999$@", "%99999999999999999999$@"),
    ])
    func `a format takes its arguments`(format: String, expected: String) throws {
        let payload = try payload(
            #"{"aps": {"alert": {"loc-key": "K", "loc-args": ["Jane", "John"], "body": "b"}}}"#)
        let body = try #require(payload.alert?.body)
        #expect(body.resolved { $0 == "K" ? format : nil } == expected)
        #expect(body.resolved { _ in nil } == "b")
    }

    @Test func `a key that nobody knows is the format itself`() throws {
        let payload = try payload(
            """
            {"aps": {"alert": {"title-loc-key": "Hi %@", "title-loc-args": ["%@"],
                               "subtitle-loc-key": "S", "subtitle": "plain"}}}
            """)
        #expect(payload.alert?.title?.resolved { _ in nil } == "Hi %@")
        #expect(payload.alert?.subtitle?.resolved { _ in nil } == "plain")
        #expect(payload.alert?.subtitle?.resolved { _ in "found" } == "found")
    }

    // MARK: Replaceable notifications, with the samples of UILocalNotification-RemotePayload

    static let silentSample = """
        {"aps" : {"content-available": 1}, "payload" : {"aps" : {"alert" : "hello world"}, "id" : 1}}
        """
    static let plainSample = #"{"aps" : {"alert" : "hello world"}, "id" : 1}"#

    @Test func `a silent push shows the payload in it, known by its id`() throws {
        let payload = try payload(Self.silentSample)
        #expect(payload.isSilent && payload.replacementKey == nil)
        let visible = try #require(try payload.visible())
        #expect(visible.alert?.body?.literal == "hello world" && visible.replacementKey == "1")
    }

    @Test func `a plain push with an id is replaceable, too`() throws {
        let payload = try payload(Self.plainSample)
        #expect(try payload.visible() == payload && payload.replacementKey == "1")
        #expect(try self.payload(#"{"id": "1"}"#).replacementKey == #""1""#)
        #expect(try self.payload(#"{"id": [1]}"#).replacementKey == nil)
    }

    @Test func `a silent push without an alert in it shows nothing`() throws {
        for text in [
            #"{"aps": {"content-available": 1}, "payload": "x"}"#,
            #"{"aps": {"content-available": 1}, "payload": {"aps": {"badge": 1}}}"#,
            #"{"aps": {"badge": 1}, "payload": {"aps": {"alert": "x"}}}"#,
        ] { #expect(try payload(text).visible() == nil) }
        let wrong = try payload(#"{"aps": {}, "payload": {"aps": {"alert": 1}}}"#)
        #expect(throws: DocumentError.self) { try wrong.visible() }
    }
}
