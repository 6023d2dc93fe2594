import StrictJSON
import Testing

struct PositionTests {
    @Test(arguments: [
        ("", 1, 1, "expected a value, found the end"),
        ("[1,\n 2,\n x]", 3, 2, "expected a value, found 'x'"),
        ("{\"a\" 1}", 1, 6, "expected ':' after a key, found '1'"),
        ("{\"é😹\": tru}", 1, 8, "expected a value, perhaps true"),
        ("{\"a\":1,}", 1, 8, "expected a key in double quotes, found '}'"),
        ("[1 2]", 1, 4, "expected ',' or ']' after an element, found '2'"),
        ("{\"a\":1 \u{A0}}", 1, 8, "expected ',' or '}' after a member, found U+00A0"),
        ("[\r\n\r\n01]", 3, 1, "a number must not start with 0"),
        ("[-]", 1, 3, "expected a digit, found ']'"),
        ("[\n\"abc", 2, 1, "the string that starts here does not end"),
        ("[\"a\tb\"]", 1, 4, "U+0009 in a string must be written as an escape"),
        ("[\"ab\\q\"]", 1, 5, "there is no such escape"),
        ("[\"ab\\u12\"]", 1, 5, "'\\u' takes four hexadecimal digits"),
        ("[\"ab\\ud800\"]", 1, 5, "half a surrogate pair is no character"),
        ("[] ]", 1, 4, "expected nothing more, found ']'"),
        ("\u{FEFF}[]", 1, 1, "the text starts with a byte order mark"),
    ])
    func `an error says where and what`(text: String, line: Int, column: Int, problem: String) {
        let error = refusal(text)
        #expect(error?.position == JSONPosition(line: line, column: column))
        #expect(error?.problem == problem)
        #expect(error?.description == "line \(line), column \(column): \(problem)")
    }

    @Test func `every node knows where it is`() throws {
        let document = try JSONDocument(parsing: [UInt8]("{\"é\": [1,\n  \"x\", true]}".utf8))
        let nodes = document.root.members.flatMap {
            [$0.key, $0.value] + [JSONNode]($0.value.elements)
        }
        #expect(nodes.map(\.offset) == [1, 7, 8, 13, 18])
        let expected = [(1, 2), (1, 7), (1, 8), (2, 3), (2, 8)].map {
            JSONPosition(line: $0, column: $1)
        }
        #expect(nodes.map(\.position) == expected)
        #expect(nodes.map { document.position(of: $0.offset) } == expected)
        #expect(
            nodes.map { String(decoding: $0.bytes, as: UTF8.self) }
                == ["\"é\"", "[1,\n  \"x\", true]", "1", "\"x\"", "true"])
    }

    @Test func `every node knows the way to it`() throws {
        let text = #"{"a": [1, {"b": [], "c.d": {}}], "e": {"f": [[true]]}}"#
        let root = try JSONDocument(parsing: [UInt8](text.utf8)).root
        func paths(_ node: JSONNode) -> [String] {
            let children = node.members.flatMap { [$0.key.path] + paths($0.value) }
            return [node.path] + node.elements.flatMap(paths) + children
        }
        #expect(
            paths(root) == [
                "", "a", "a", "a[0]", "a[1]", "a[1].b", "a[1].b", "a[1].c.d", "a[1].c.d",
                "e", "e", "e.f", "e.f", "e.f[0]", "e.f[0][0]",
            ])
    }
}
