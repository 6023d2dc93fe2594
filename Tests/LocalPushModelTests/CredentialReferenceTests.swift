import LocalPushModel
import StrictJSON
import Testing

struct CredentialReferenceTests {
    private func configuration(_ text: String) throws -> JSONObject {
        let profile = """
            {"name": "p", "matchSSIDs": ["A"], "providerBundleIdentifier": "com.example",
             "providerConfiguration": \(text)}
            """
        return try Profile(JSONDocument(parsing: Array(profile.utf8)).root).providerConfiguration
    }

    private func refusal(_ text: String) throws -> String {
        try #require(throws: DocumentError.self) { try configuration(text) }.description
    }

    @Test func `credentials take the place of their references, however deep they are`() throws {
        let configuration = try configuration(
            #"{"a": {"$credential": "one"}, "b": [{"c": {"$credential": "two"}}, 1.50], "$d": "e"}"#
        )
        #expect(configuration.credentialNames.map(\.text) == ["one", "two"])
        let resolved = configuration.resolvingCredentials { "<\($0)>" }
        #expect(
            JSONValue.object(resolved).compactText
                == #"{"$d":"e","a":"<one>","b":[{"c":"<two>"},1.50]}"#)
    }

    @Test(arguments: [
        "../shadow", "/etc/shadow", "a/b", "..", ".", ".hidden", "", "a:b", "a b", "-a", "a\n",
        "é", String(repeating: "a", count: 256),
    ])
    func `a name that is no plain file name is refused with its place`(name: String) throws {
        let text = JSONValue.object(["a": ["$credential": .string(name)]]).compactText
        let message = try refusal(text)
        #expect(message.hasPrefix("line 2, column 47: providerConfiguration.a.$credential: "))
        #expect(message.contains("credential's name"))
    }

    @Test func `a reference has one key, a name, and is not the whole configuration`() throws {
        #expect(
            try refusal(#"{"a": [{"$credential": "c", "b": 1}]}"#)
                .hasSuffix("providerConfiguration.a[0].b: unknown key; known are $credential"))
        #expect(
            try refusal(#"{"a": {"$credential": 5}}"#).hasSuffix(
                "expected a string, found a number"))
        #expect(
            try refusal(#"{"$credential": "c"}"#)
                .hasSuffix("a credential stands for one value, not for all of them"))
    }
}
