import LocalPushModel
import StrictJSON
import Testing

struct ProfileReadingTests {
    private func profile(_ text: String) throws -> Profile {
        try Profile(try JSONDocument(parsing: Array(text.utf8)).root)
    }

    private func refusal(_ text: String) throws -> String {
        let error = try #require(throws: DocumentError.self) { try profile(text) }
        return error.description
    }

    /// A good profile with one member exchanged or added.
    private func refusal(changing key: String, to value: String) throws -> String {
        var members = [
            "name": "\"p\"", "matchSSIDs": "[\"A\"]", "providerBundleIdentifier": "\"com.example\"",
        ]
        members[key] = value
        let text = members.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
        return try refusal("{\(text.joined(separator: ", "))}")
    }

    @Test func `a profile is read as it is written`() throws {
        let profile = try profile(
            """
            {"name": "cruise-ship", "localizedDescription": "Aboard",
             "matchSSIDs": ["Cruise Ship Wi-Fi", {"hex": "73686970ff"}],
             "providerBundleIdentifier": "com.myexample.SimplePush.Provider",
             "providerConfiguration": {"host": "cruiseship.example.com", "big": 1e400},
             "isEnabled": false}
            """)
        #expect(profile.name.text == "cruise-ship")
        #expect(profile.localizedDescription == "Aboard")
        #expect(profile.matchSSIDs == [SSID(text: "Cruise Ship Wi-Fi"), SSID(hex: "73686970ff")])
        #expect(profile.providerBundleIdentifier.text == "com.myexample.SimplePush.Provider")
        #expect(!profile.isEnabled)
        let configuration = JSONValue.object(profile.providerConfiguration).compactText
        #expect(configuration == #"{"big":1e400,"host":"cruiseship.example.com"}"#)
    }

    @Test func `a profile is enabled unless it says otherwise`() throws {
        let text = #"{"name":"p","matchSSIDs":["A"],"providerBundleIdentifier":"com.example"}"#
        #expect(try profile(text).isEnabled)
    }

    @Test func `writing and reading give the same profile`() throws {
        let ssids = [SSID(text: "é"), SSID(hex: "ff00"), SSID(text: "\u{0}\n\"")].compactMap(\.self)
        let profile = Profile(
            name: try ProfileName("p"), matchSSIDs: ssids,
            providerBundleIdentifier: try BundleIdentifier("com.example.P"),
            providerConfiguration: [
                "n": .number(try #require(JSONNumber(text: "12345678901234567890")))
            ])
        #expect(try self.profile(profile.json.prettyText) == profile)
    }

    @Test func `an unknown key is named with its place and the key that was meant`() throws {
        let text = """
            {"name": "p",
             "matchSSIDS": ["A"], "providerBundleIdentifier": "com.example"}
            """
        #expect(
            try refusal(text)
                == #"line 2, column 2: matchSSIDS: unknown key; did you mean "matchSSIDs"?"#)
    }

    @Test func `an unknown key that resembles none gets the list of keys`() throws {
        #expect(try refusal(changing: "zzz", to: "1").contains("zzz: unknown key; known are "))
    }

    @Test func `a key given twice is an error`() throws {
        let text = Array(#"{"name": "p", "name": "p"}"#.utf8)
        #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: text) }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a list of a hundred thousand SSIDs is read soon, and a repeated one found`() throws {
        let ssids = (0..<100_000).map { "\"ship \($0)\"" }.joined(separator: ",")
        #expect(
            try refusal(changing: "matchSSIDs", to: "[\(ssids),\"ship 5\"]")
                .hasSuffix("matchSSIDs[100000]: the SSID \"ship 5\" is listed twice"))
    }

    @Test func `a missing key is named`() throws {
        #expect(
            try refusal(#"{"name": "p"}"#) == #"line 1, column 1: the key "matchSSIDs" is missing"#)
    }

    @Test(arguments: [
        ("matchSSIDs", "\"A\"", "matchSSIDs: expected an array, found a string"),
        ("matchSSIDs", "[]", "matchSSIDs: at least one SSID is needed"),
        (
            "matchSSIDs", "[\"A\", 5]",
            "matchSSIDs[1]: expected a string or {\"hex\": \"…\"}, found a number"
        ),
        ("matchSSIDs", "[\"\"]", "matchSSIDs[0]: an SSID has 1 to 32 octets, this one has 0"),
        (
            "matchSSIDs", "[\"AB\", {\"hex\": \"4142\"}]",
            "matchSSIDs[1]: the SSID \"AB\" is listed twice"
        ),
        (
            "matchSSIDs", "[{\"hex\": \"4\"}]",
            "matchSSIDs[0].hex: \"4\" is not pairs of hexadecimal digits"
        ),
        (
            "matchSSIDs", "[{\"hexa\": \"41\"}]",
            "matchSSIDs[0].hexa: unknown key; did you mean \"hex\"?"
        ),
        ("isEnabled", "1", "isEnabled: expected true or false, found a number"),
        ("name", "\"-p\"", "name: the profile name \"-p\" does not start with a letter or digit"),
        ("name", "null", "name: expected a string, found null"),
        (
            "providerConfiguration", "[]",
            "providerConfiguration: expected an object, found an array"
        ),
        (
            "providerConfiguration", "{\"host\": 5}",
            "providerConfiguration.host: expected a string, found a number"
        ),
        ("matchEthernet", "true", "matchEthernet: the key is reserved for a later version"),
    ])
    func `a wrong value is refused with its key`(_ key: String, _ value: String, _ told: String)
        throws
    {
        let refusal = try refusal(changing: key, to: value)
        #expect(refusal.hasSuffix(told), "\(refusal)")
        #expect(refusal.hasPrefix("line 1, column "))
    }

    @Test func `hostile text in an error is escaped`() throws {
        let refusal = try refusal(changing: "name", to: #""\u001b[2J""#)
        #expect(!refusal.utf8.contains(0x1b))
    }

    @Test func `the order of SSIDs and nothing else may differ between equivalent profiles`() throws
    {
        let first = try profile(
            #"{"name":"p","matchSSIDs":["A","B"],"providerBundleIdentifier":"com.example"}"#)
        var second = first
        second.matchSSIDs.reverse()
        #expect(first.isEquivalent(to: second))
        second.matchSSIDs.removeLast()
        #expect(!first.isEquivalent(to: second))
        var composed = first
        composed.localizedDescription = "caf\u{E9}"
        var decomposed = first
        decomposed.localizedDescription = "cafe\u{301}"
        #expect(!composed.isEquivalent(to: decomposed))
    }
}
