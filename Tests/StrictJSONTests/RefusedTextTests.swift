import StrictJSON
import Testing

/// Texts that are not JSON, by the families of JSONTestSuite's `n_` cases.
struct RefusedTextTests {
    @Test(arguments: [
        "[1 true]", "[\"\": 1]", "[\"\"],", "[,1]", "[1,,2]", "[\"x\"]]", "[\"\",]", "[\"x\"", "[x",
        "[3[4]]", "[1:2]", "[,]", "[-]", "[   , \"\"]", "[\"a\",\n4\n,1,", "[1,]", "[*]",
        "[1,\n1\n,1",
        "[", "]", "[1}", "[[", "[\"a", "[\u{B}]", "[\u{C}]", "[\u{A0}]", "[\u{2060}]",
    ])
    func `arrays must be whole`(text: String) { #expect(refusal(text) != nil) }

    @Test(arguments: [
        "[\"x\", truth]", "{[: \"x\"}", "{\"x\", null}", "{\"x\"::\"b\"}", "{\"a\":\"a\" 123}",
        "{key: 'value'}", "{\"a\" b}", "{:\"b\"}", "{\"a\" \"b\"}", "{\"a\":", "{\"a\"", "{1:1}",
        "{9999E9999:1}", "{null:null,null:null}", "{\"id\":0,,,,,}", "{'a':0}", "{\"id\":0,}",
        "{\"a\":\"b\"}/**/", "{\"a\":\"b\"}#", "{\"a\":\"b\",,\"c\":\"d\"}", "{a: \"b\"}",
        "{\"a\":\"a",
        "{\"foo\":\"bar\", \"a\"}", "{\"a\":\"b\"}{}", "{", "}", "{]", "{,", "{\"a\":/*b*/1}",
        "{\"a\":1]",
    ])
    func `objects must be whole`(text: String) { #expect(refusal(text) != nil) }

    @Test(arguments: [
        "++1234", "+1", "+Inf", "-01", "-1.0.", "-2.", "-NaN", ".-1", ".2e-3", "0.1.2", "0.3e+",
        "0.3e", "0.e1", "0E", "0E+", "1.0e+", "1.0e-", "1.0e", "1 000.0", "1eE2", "2.e+3", "2.e-3",
        "9.e+", "Inf", "Infinity", "NaN", "1+2", "0x1", "0x42", "-Infinity", "--1", "- 1", "-012",
        "-.123", "-1x", "1ea", "-foo", "1.2a-3", "1.", "1_000", "01", "00", "1e", "-",
        "\u{FF11}", "1\u{301}",
    ])
    func `numbers follow JSON's grammar only`(number: String) {
        #expect(refusal("[\(number)]") != nil)
        #expect(JSONNumber(text: number) == nil)
    }

    @Test(arguments: [
        #""\uD800\""#, #""\uD800\u""#, #""\uD800\u1""#, #""\uD800\u1x""#, #""\uD800""#,
        #""\uDC00""#,
        #""\uD834abc""#, #""\uD800\uD800""#, #""\uDd1e\uD834""#, #""\uD800\n""#,
        #""\uD800\\uDC00""#,
        #""\x00""#, #""\\\""#, "\"\\\t\"", "\"\\🌀\"", #""\""#, #""\u00A""#, #""\u00G0""#, #""\u""#,
        #""\u+123""#, #""\a""#, #""\0""#, #""\U0041""#, #""\'""#, "\"\t\"", "\"\n\"", "\"\0\"",
        "\"\u{1F}\"", "'single quote'", "abc", "\"", "\"x\"x", "\\u0020\"a\"", "\u{201C}a\u{201D}",
    ])
    func `strings are quoted, closed and escaped as JSON has it`(text: String) {
        #expect(refusal(text) != nil)
        #expect(refusal("[\(text)]") != nil)
    }

    @Test(
        arguments: [
            [0x80], [0xE9], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xE0, 0x9F, 0xBF],
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0xAF],
            [0xF4, 0x90, 0x80, 0x80],
            [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xC3], [0xE2, 0x82], [0xFF],
            [0xFE], [0xF0, 0x9F, 0x98], [0xC3, 0x28],
        ] as [[UInt8]])
    func `bytes that are not UTF-8 are refused where they are`(bytes: [UInt8]) {
        let inString = [0x5B, 0x22, 0x61] + bytes + [0x22, 0x5D]
        #expect(refusal(inString)?.offset == 3)
        #expect(refusal(inString)?.problem == "this is not UTF-8")
        #expect(refusal([0x5B] + bytes + [0x5D])?.offset == 1)
    }

    @Test(arguments: [
        "", " ", "\n", "nul", "nulll", "True", "tru", "fals", "undefined", "<null>", "1 2", "{}{}",
        "[] x", "[]\0", "//a\n1", "1//a", "true false", "#", "*", "&", "\u{2060}", "\u{FEFF}",
    ])
    func `a text is one value and nothing else`(text: String) { #expect(refusal(text) != nil) }

    @Test(
        arguments: [
            [0xEF, 0xBB, 0xBF, 0x7B, 0x7D], [0xFE, 0xFF, 0, 0x7B, 0, 0x7D],
            [0xFF, 0xFE, 0x7B, 0, 0x7D, 0],
            [0x7B, 0, 0x7D, 0],
        ] as [[UInt8]])
    func `byte order marks and other encodings are refused`(bytes: [UInt8]) {
        #expect(refusal(bytes) != nil)
    }

    @Test(arguments: ["[", "{\"\":", "[{\"\":"])
    func `nesting deeper than 512 is refused, however deep`(opening: String) {
        let error = refusal(String(repeating: opening, count: 100_000))
        #expect(error?.problem == "arrays and objects nest deeper than 512")
    }

    @Test func `every prefix of a document is refused`() throws {
        let text = [UInt8](#"{"a":[1.5e3,true,null,"\ud83d\ude39é"],"b":{"c":-0}}"#.utf8)
        #expect(refusal(text) == nil)
        for length in text.indices { #expect(refusal(text.prefix(length)) != nil) }
    }
}
