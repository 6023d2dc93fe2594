import LocalPushModel
import StrictJSON
import Testing

struct ProfileDifferenceTests {
    private func profile(_ text: String) throws -> Profile {
        let document = """
            {"name": "a", "providerBundleIdentifier": "com.example.P", \(text)}
            """
        return try Profile(JSONDocument(parsing: [UInt8](document.utf8)).root)
    }

    /// `path: before > after` for each difference.
    private func lines(_ before: String, _ after: String) throws -> [String] {
        let difference = ProfileDifference(from: try profile(before), to: try profile(after))
        return difference.lines.map {
            let (before, after) = ($0.before?.compactText ?? "-", $0.after?.compactText ?? "-")
            return "\($0.path.joined(separator: ".")): \(before) > \(after)"
        }
    }

    @Test func `what says the same has no differences`() throws {
        #expect(
            try lines(
                #""matchSSIDs": ["x", "y"], "isEnabled": true"#,
                #""matchSSIDs": [{"hex": "79"}, "x"], "providerConfiguration": {}"#) == [])
    }

    @Test func `each value and each SSID is a difference of its own`() throws {
        let lines = try lines(
            #""matchSSIDs": ["x", "y"], "providerConfiguration": {"a": {"b": 1, "c": 2}, "d": [1]}"#,
            #"""
            "matchSSIDs": ["y", "z"], "isEnabled": false,
            "providerConfiguration": {"a": {"b": 1.0}, "d": [1], "e": {"f": "g"}}
            """#)
        #expect(
            lines == [
                "isEnabled: true > false", "providerConfiguration.a.b: 1 > 1.0",
                "providerConfiguration.a.c: 2 > -", #"providerConfiguration.e.f: - > "g""#,
                #"matchSSIDs: "x" > -"#, #"matchSSIDs: - > "z""#,
            ])
    }

    @Test func `a value that becomes an object, or an empty one, is shown whole`() throws {
        let lines = try lines(
            #""matchSSIDs": ["x"], "providerConfiguration": {"a": 1, "b": {}}"#,
            #""matchSSIDs": ["x"], "providerConfiguration": {"a": {"c": 1}}"#)
        #expect(
            lines == [
                #"providerConfiguration.a: 1 > {"c":1}"#, "providerConfiguration.b: {} > -",
            ])
    }
}
