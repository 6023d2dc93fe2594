import Foundation
import LocalPushModel
import StrictJSON
import Testing

/// The JSON Schema in Profiles/, applied by an independent validator (Debian's python3-jsonschema), and
/// the reader agree on what a profile is.
struct SchemaTests {
    private static let profiles = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Profiles")

    /// Reads documents, one a line, and prints for each whether the schema accepts it.
    private static let validator = """
        import json, sys, jsonschema
        validator = jsonschema.Draft202012Validator(json.load(open(sys.argv[1])))
        validator.check_schema(validator.schema)
        for line in sys.stdin:
            print(validator.is_valid(json.loads(line)))
        """

    private static let variations: [(key: String, values: [String])] = [
        ("name", ["\"a.b_c-D9\"", "\"\"", "\"-a\"", "\"a b\"", "5", "null"]),
        (
            "matchSSIDs",
            [
                "[\"A\", {\"hex\": \"FF00\"}]", "[]", "[\"\"]", "\"A\"", "[{\"hex\": \"f\"}]",
                "[{\"hex\": \"ff\", \"x\": 1}]", "[5]", "[\"A\", \"A\"]",
            ]
        ),
        ("providerBundleIdentifier", ["\"a.b.c\"", "\"a\"", "\"a..b\"", "\".a.b\"", "\"a b.c\""]),
        (
            "providerConfiguration",
            [
                "{}", "{\"host\": \"10.0.0.5\"}", "{\"host\": 5}", "[]", "null",
                #"{"password": {"$credential": "ship.key_1-a"}}"#,
                #"{"a": [1, {"b": {"$credential": "c"}}]}"#,
                #"{"$credential": "c"}"#, #"{"a": {"$credential": "../c"}}"#,
                #"{"a": [[{"$credential": ".c"}]]}"#, #"{"a": {"b": {"$credential": 5}}}"#,
                #"{"a": {"$credential": "c", "b": 1}}"#, #"{"a": {"$credential": ""}}"#,
            ]
        ),
        ("isEnabled", ["true", "false", "1", "\"yes\"", "null"]),
        ("localizedDescription", ["\"\"", "5"]),
        (
            "issue",
            [
                "{}", "[]", #"{"identifier": "a.b", "version": 3, "notAfter": "2026-11-30"}"#,
                #"{"version": -1}"#, #"{"version": "1"}"#, #"{"identifier": ""}"#, #"{"x": 1}"#,
                #"{"target": {"hostNames": ["tablet-*"]}}"#, #"{"target": {"hostNames": [""]}}"#,
                #"{"target": {"machineIdentifiers": ["0123456789abcdef0123456789abcdef"]}}"#,
                #"{"target": {"machineIdentifiers": ["x"]}}"#, #"{"target": []}"#,
            ]
        ),
        ("unknown", ["1"]),
        ("matchEthernet", ["true"]),
    ]

    private func documents() -> [String] {
        let good = [
            "name": "\"p\"", "matchSSIDs": "[\"A\"]", "providerBundleIdentifier": "\"com.example\"",
        ]
        func text(_ members: [String: String]) -> String {
            "{" + members.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ") + "}"
        }
        let missing = good.keys.map { key in text(good.filter { $0.key != key }) }
        let changed = Self.variations.flatMap { key, values in
            values.map { text(good.merging([key: $0]) { $1 }) }
        }
        return [text(good)] + missing + changed
    }

    @Test func `the schema and the reader accept the same documents`() throws {
        let documents = documents()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [
            "-c", Self.validator, Self.profiles.appending(path: "profile.schema.json").path,
        ]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(
            contentsOf: Data(documents.joined(separator: "\n").utf8))
        try input.fileHandleForWriting.close()
        let answers = String(
            decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "is python3-jsonschema installed?")
        let verdicts = answers.split(separator: "\n").map { $0 == "True" }
        try #require(verdicts.count == documents.count)
        for (document, isValid) in zip(documents, verdicts) {
            let profile = try? Profile(try JSONDocument(parsing: Array(document.utf8)).root)
            #expect((profile != nil) == isValid, "\(document)")
        }
        #expect(verdicts.contains(true) && verdicts.contains(false))
    }
}
