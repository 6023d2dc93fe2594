import LocalPush
import Testing

@Suite struct PropertyListTests {
    @Test func `literals say what they look like`() {
        let list: PropertyList = [
            "text": "a", "number": 7, "fraction": 0.5, "flag": true, "list": [1, "b"],
            "inner": ["x": [:]],
        ]
        #expect(
            list.description
                == #"{"flag":true,"fraction":0.5,"inner":{"x":{}},"list":[1,"b"],"number":7,"text":"a"}"#
        )
        #expect(list["text"]?.string == "a")
        #expect(list["number"]?.integer == 7)
        #expect(list["fraction"]?.double == 0.5)
        #expect(list["flag"]?.bool == true)
        #expect(list["list"]?.array == [1, "b"])
        #expect(list["inner"]?.dictionary?["x"]?.dictionary == [:])
        #expect(list["nothing"] == nil)
    }

    @Test func `a value is of one kind only`() {
        let number: PropertyListValue = 1
        #expect(number.bool == nil && number.string == nil && number.array == nil)
        #expect(PropertyListValue(true).integer == nil)
        #expect(PropertyListValue.null.isNull && PropertyListValue.null.dictionary == nil)
    }

    @Test func `numbers keep their text`() throws {
        let value = try #require(PropertyListValue(jsonText: "[1.50,12345678901234567890,1e400]"))
        #expect(value.description == "[1.50,12345678901234567890,1e400]")
        #expect(value.array?.first?.numberText == "1.50")
        #expect(value.array?[1].integer == nil)
        #expect(PropertyListValue(numberText: "01") == nil)
        #expect(PropertyListValue(Double.infinity) == nil)
        #expect(PropertyListValue(1e16).double == 1e16)
    }

    @Test func `names are told apart by their bytes`() throws {
        let list = try #require(PropertyList(jsonText: #"{"é":1,"e\u0301":2}"#))
        #expect(list.count == 2)
        #expect(list["\u{E9}"] == 1)
        #expect(list["e\u{301}"] == 2)
        #expect(PropertyListValue("\u{E9}") != PropertyListValue("e\u{301}"))
    }

    @Test(arguments: ["", "[]", "{\"a\":1,\"a\":2}", "{} {}"])
    func `what is no object is no list`(text: String) {
        #expect(PropertyList(jsonText: text) == nil)
    }
}
