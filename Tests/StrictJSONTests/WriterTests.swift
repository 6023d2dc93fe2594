import StrictJSON
import Testing

struct WriterTests {
    private let sample: JSONValue = [
        "z": [], "list": [1, "two", [.null]], "empty": [:], "a": ["k": true, "b": false],
    ]

    @Test func `compact text is one line with sorted keys`() {
        #expect(
            sample.compactText
                == #"{"a":{"b":false,"k":true},"empty":{},"list":[1,"two",[null]],"z":[]}"#)
    }

    @Test func `pretty text has a member a line, indented by two`() {
        #expect(
            sample.prettyText == """
                {
                  "a": {
                    "b": false,
                    "k": true
                  },
                  "empty": {},
                  "list": [
                    1,
                    "two",
                    [
                      null
                    ]
                  ],
                  "z": []
                }
                """)
    }

    @Test(
        arguments: [
            ("\"\\/\n\r\t", #""\"\\/\n\r\t""#),
            ("\0\u{8}\u{C}\u{1F}", #""\u0000\u0008\u000c\u001f""#),
            ("\u{7F}\u{9B}", #""\u007f\u009b""#), ("\u{202E}\u{200D}", #""\u202e\u200d""#),
            ("\u{2028}\u{2029}\u{FEFF}", #""\u2028\u2029\ufeff""#),
            ("\u{E0001}", #""\udb40\udc01""#),
            ("é 😹 日本", "\"é 😹 日本\""), ("e\u{301}", "\"e\u{301}\""),
        ] as [(String, String)])
    func `what could deceive a terminal is escaped, the rest stays readable`(
        string: String, text: String
    ) throws {
        #expect(JSONValue.string(string).compactText.hasSameBytes(as: text))
        #expect(try value(text) == .string(string))
    }

    @Test func `writing adds to what is there`() {
        var bytes = [UInt8]("x = ".utf8)
        sample["a"]?.write(into: &bytes, pretty: false)
        #expect(String(decoding: bytes, as: UTF8.self) == #"x = {"b":false,"k":true}"#)
    }
}
