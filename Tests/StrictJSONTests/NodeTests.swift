import StrictJSON
import Testing

struct NodeTests {
    private func root(_ text: String) throws -> JSONNode {
        try JSONDocument(parsing: [UInt8](text.utf8)).root
    }

    @Test func `members and elements come in file order`() throws {
        let node = try root(#"{"z": 1, "a": [true, {"k": {}}, []], "m": {}}"#)
        #expect(node.members.map { $0.key.string } == ["z", "a", "m"])
        #expect(node["a"]?.elements.map(\.kind) == [.bool, .object, .array])
        #expect(node["m"]?.members.contains { _ in true } == false)
    }

    @Test func `a value of another kind gives nil and no children`() throws {
        for text in ["1", "\"a\"", "true", "null", "[1]", "{\"a\":1}"] {
            let node = try root(text)
            #expect((node.string != nil) == (node.kind == .string))
            #expect((node.bool != nil) == (node.kind == .bool))
            #expect((node.numberText != nil) == (node.kind == .number))
            #expect((node.integer != nil) == (node.kind == .number))
            #expect(node.elements.contains { _ in true } == (node.kind == .array))
            #expect(node.members.contains { _ in true } == (node.kind == .object))
            #expect((node["a"] != nil) == (node.kind == .object))
        }
    }

    @Test(arguments: [
        ("0", 0), ("-0", 0), ("42", 42), ("-9223372036854775808", Int.min),
        ("9223372036854775807", Int.max), ("9223372036854775808", nil), ("1.0", nil), ("1e2", nil),
    ])
    func `an integer is what fits and has no fraction or exponent`(text: String, value: Int?) throws
    {
        #expect(try root(text).integer == value)
        #expect(JSONNumber(text: text)?.integer == value)
    }

    @Test func `what a value mentions is in it, however deep, and not beside it`() throws {
        let node = try root(#"{"a": [{"deep\u0021": [["value"]]}], "b": "beside", "c": 1}"#)
        for text in ["a", "deep!", "value", "b", "beside"] { #expect(node.mentions(text)) }
        for text in ["valu", "values", "1", ""] { #expect(!node.mentions(text)) }
        let inner = try #require(node["a"])
        #expect(inner.mentions("value"))
        for text in ["a", "b", "beside"] { #expect(!inner.mentions(text)) }
        #expect(try root(#""itself""#).mentions("itself"))
    }

    @Test func `a key is looked up by its bytes`() throws {
        let node = try root(#"{"e\u0301": 1, "a\/b": 2, "plain": 3}"#)
        #expect(node["e\u{301}"]?.integer == 1)
        #expect(node["\u{E9}"] == nil)
        #expect(node["a/b"]?.integer == 2)
        #expect(node["plain"]?.integer == 3)
        #expect(node["plai"] == nil)
    }

    @Test func `a node outlives its document`() throws {
        let node = try #require(try root(#"{"a": ["text"]}"#)["a"])
        #expect(node.elements.map(\.string) == ["text"])
    }
}
