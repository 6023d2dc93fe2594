import StrictJSON
import Testing

struct DuplicateKeyTests {
    @Test func `a duplicate key is an error that names both positions`() {
        let error = refusal("{\n  \"name\": 1,\n  \"other\": 2,\n    \"name\": 1\n}")
        #expect(error?.position == JSONPosition(line: 4, column: 5))
        #expect(error?.problem == "the key \"name\" was given before, at line 2, column 3")
    }

    @Test(arguments: [
        #"{"a":1,"a":1}"#, #"{"a":1,"\u0061":2}"#, #"{"\u0061":1,"b":2,"a":3}"#,
        #"{"\ud83d\ude39":1,"😹":2}"#, #"{"":1,"":2}"#, #"[{"x":{"a":1,"a":2}}]"#,
        #"{"a\/b":1,"a/b":2}"#,
    ])
    func `keys are the same however they are written`(text: String) {
        #expect(refusal(text)?.problem.contains("was given before") == true)
    }

    @Test(arguments: [2, 12, 13, 14, 500])
    func `a duplicate is found in objects of any size`(count: Int) {
        let members = (0..<count).map { "\"key\($0)\":[{}]" }
        #expect(refusal("{\(members.joined(separator: ","))}") == nil)
        for duplicated in [0, count / 2, count - 1] {
            let text = "{\((members + ["\"key\(duplicated)\":0"]).joined(separator: ","))}"
            #expect(refusal(text)?.offset == text.utf8.count - "\"key\(duplicated)\":0}".utf8.count)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a hundred thousand keys take no quadratic time`() {
        let members = (0..<100_000).map { "\"\($0)\":0" }.joined(separator: ",")
        #expect(refusal("{\(members)}") == nil)
    }

    @Test func `a duplicate's name is shown harmlessly`() {
        let error = refusal("{\"\u{9B}\\u202e\":1,\"\u{9B}\\u202e\":2}")
        #expect(error?.problem.hasPrefix(#"the key "\u009b\u202e" was"#) == true)
    }
}
