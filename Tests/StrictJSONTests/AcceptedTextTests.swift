import StrictJSON
import Testing

/// Texts that RFC 8259 allows, by the families of JSONTestSuite's `y_` cases.
struct AcceptedTextTests {
    @Test(
        arguments: [
            ("[]", [] as JSONValue), ("[ ]", []), ("[\n\t\r ]", []), ("[[]]", [[]]),
            ("[\"\"]", [""]), ("[1]", [1]), ("[1\n]", [1]), (" [1]", [1]), ("[2] ", [2]),
            ("[1,null,null,2]", [1, .null, .null, 2]),
            ("[null, 1, \"1\", {}]", [.null, 1, "1", [:]]),
        ] as [(String, JSONValue)])
    func `an array holds any values, with white space anywhere`(
        text: String, expected: JSONValue
    ) throws {
        #expect(try value(text) == expected)
    }

    @Test(
        arguments: [
            ("{}", [:] as JSONValue), ("{ }", [:]), ("{\"\":0}", ["": 0]),
            ("{\"a\":[]}", ["a": []]),
            ("{\"asd\":\"sdf\", \"dfg\":\"fgh\"}", ["asd": "sdf", "dfg": "fgh"]),
            ("{\n\"a\": \"b\"\n}", ["a": "b"]), ("{\"a\\u0000b\": 1}", ["a\0b": 1]),
            ("{\"x\":{\"x\":{}}}", ["x": ["x": [:]]]),
        ] as [(String, JSONValue)])
    func `an object holds any keys and values`(text: String, expected: JSONValue) throws {
        #expect(try value(text) == expected)
    }

    @Test(arguments: [
        "0", "-0", "1", "-1", "123", "-123", "0.5", "-0.1", "123.456789", "1e1", "1E1", "1e+2",
        "1e-2", "1E+2", "1E-2", "0e1", "0e+1", "-0.000000000000000000000000000000000000000000001",
        "123e45", "1.5e00", "123123e100000", "-1e-9999", "18446744073709551616",
        "100000000000000000000000000000000000000000000000000000000000000000000000000000000001",
    ])
    func `the text of a number passes through unchanged`(number: String) throws {
        #expect(try value("[\(number)]").compactText == "[\(number)]")
        #expect(JSONNumber(text: number)?.text == number)
    }

    @Test(
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0060\u012a\u12AB""#, "`Īካ"),
            (#""\u0000""#, "\0"), (#""\u0022""#, "\""), (#""\u005C""#, "\\"),
            (#""\\u0000""#, "\\u0000"),
            (#""\uD801\udc37""#, "𐐷"), (#""\ud83d\ude39\ud83d\udc8d""#, "😹💍"),
            (#""\uDBFF\uDFFE""#, "\u{10FFFE}"), (#""\uE000\uFFFD""#, "\u{E000}\u{FFFD}"),
            (#""a/*b*/c/*d//e""#, "a/*b*/c/*d//e"), ("\"\u{7F}\"", "\u{7F}"), ("\" \"", " "),
            ("\"\u{2028}\u{2029}\"", "\u{2028}\u{2029}"), ("\"é\"", "é"),
            ("\"e\u{301}\"", "e\u{301}"),
            ("\"\u{10FFFD}\"", "\u{10FFFD}"), ("\"\u{FEFF}\"", "\u{FEFF}"),
        ] as [(String, String)])
    func `a string means its characters and escapes`(text: String, expected: String) throws {
        let node = try JSONDocument(parsing: [UInt8](text.utf8)).root
        #expect(node.stringBytes.map { [UInt8]($0) } == [UInt8](expected.utf8))
        #expect(node.string.map { [UInt8]($0.utf8) } == [UInt8](expected.utf8))
        #expect(node.isString(expected))
    }

    @Test(arguments: ["FFFF", "FFFE", "FDD0"])
    func `an escape may name any character, Unicode's noncharacters too`(hex: String) throws {
        let scalar = try #require(UInt32(hex, radix: 16).flatMap { Unicode.Scalar($0) })
        #expect(try value("\"\\u\(hex)\"") == .string(String(scalar)))
    }

    @Test(
        arguments: [
            ("true", true as JSONValue), ("false", false), ("null", .null), ("42", 42),
            ("\"a\"", "a"),
            ("\n null \r\n\t", .null),
        ] as [(String, JSONValue)])
    func `a text may be any one value`(text: String, expected: JSONValue) throws {
        #expect(try value(text) == expected)
    }

    @Test func `arrays and objects nest up to 512 deep`() throws {
        let arrays = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        #expect(try value(arrays).compactText == arrays)
        let objects =
            String(repeating: "{\"a\":", count: 511) + "[]" + String(repeating: "}", count: 511)
        #expect(try value(objects).compactText == objects)
    }

    @Test func `keys that are only canonically equivalent are different keys`() throws {
        let object = try value("{\"\u{E9}\":1,\"e\u{301}\":2}")
        #expect(object["\u{E9}"] == 1)
        #expect(object["e\u{301}"] == 2)
    }
}
