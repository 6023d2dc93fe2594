import StrictJSON
import Testing

struct ValueTests {
    @Test func `values are equal by bytes, not by canonical equivalence`() {
        #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
        #expect(["\u{E9}": 1] as JSONValue != ["e\u{301}": 1])
        #expect(["a": [1, .null, true]] as JSONValue == ["a": [1, .null, true]])
        #expect(JSONNumber(text: "1.0").map(JSONValue.number) != .number(JSONNumber(1)))
    }

    @Test func `equal values have equal hashes`() throws {
        let one = try value(#"{"b": [1, "x", null], "a": {"c": true}}"#)
        let other: JSONValue = ["a": ["c": true], "b": [1, "x", .null]]
        #expect(one == other)
        #expect(Set([one, other]).count == 1)
    }

    @Test func `an object keeps its members by the bytes of their keys`() throws {
        let object: JSONObject = [
            "b": 1, "a": 2, "\u{1F639}": 3, "\u{FFFD}": 4, "B": 5, "aa": 6, "": 7,
        ]
        #expect(object.map(\.key) == ["", "B", "a", "aa", "b", "\u{FFFD}", "\u{1F639}"])
        #expect(try value(#"{"b":1,"a":2}"#).compactText == #"{"a":2,"b":1}"#)
    }

    @Test func `members can be set, replaced and removed`() {
        var object: JSONObject = ["b": 2, "d": 4]
        object["c"] = 3
        object["a"] = 1
        object["d"] = "four"
        object["b"] = nil
        object["none"] = nil
        #expect(object == ["a": 1, "c": 3, "d": "four"])
        #expect(object["b"] == nil)
        #expect(object["d"] == "four")
        object["d"] = .null
        #expect(object["d"] == .null)
    }

    @Test func `of a key given twice the last value counts`() {
        #expect(["a": 1, "b": 0, "a": 2] as JSONObject == ["a": 2, "b": 0])
        #expect(["a": 1, "a": 2, "b": 0] as JSONObject == ["a": 2, "b": 0])
    }

    @Test func `null is a value, not a missing one`() {
        #expect(["a": .null] as JSONValue != [:])
        #expect((["a": .null] as JSONValue)["a"] == .null)
    }
}
