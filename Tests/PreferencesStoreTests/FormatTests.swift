import LocalPushModel
import PreferencesStore
import StrictJSON
import Testing

struct FormatTests {
    private func refusal(_ text: String) -> DocumentError? {
        do {
            _ = try Preferences(parsing: [UInt8](text.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test func `a file has sorted keys, a member a line, and ends with a line feed`() throws {
        let preferences = Preferences(generation: 3, profiles: [try profile("a")])
        #expect(
            String(decoding: preferences.fileContents, as: UTF8.self) == """
                {
                  "formatVersion": 1,
                  "generation": 3,
                  "profiles": [
                    {
                      "isEnabled": true,
                      "matchSSIDs": [
                        "Deck 3"
                      ],
                      "name": "a",
                      "providerBundleIdentifier": "com.example.Provider",
                      "providerConfiguration": {
                        "count": 0
                      }
                    }
                  ]
                }

                """)
    }

    @Test func `what is written reads back the same, and is written the same again`() throws {
        let preferences = Preferences(
            generation: 9_007_199_254_740_991, profiles: [try profile("b"), try profile("a")])
        let again = try Preferences(parsing: preferences.fileContents)
        #expect(again.generation == preferences.generation)
        #expect(again.hasSameProfiles(as: preferences))
        #expect(again.fileContents == preferences.fileContents)
    }

    @Test(arguments: [
        (#"{"formatVersion":2,"profiles":{},"new":1}"#, "formatVersion", 18),
        (#"{"formatVersion":0,"generation":0,"profiles":[]}"#, "formatVersion", 18),
        (#"{"formatVersion":"1","generation":0,"profiles":[]}"#, "formatVersion", 18),
        (#"{"formatVersion":1.0,"generation":0,"profiles":[]}"#, "formatVersion", 18),
        (#"{"generation":0,"profiles":[]}"#, "", 1),
        (#"{"formatVersion":1,"generation":-1,"profiles":[]}"#, "generation", 33),
        (#"{"formatVersion":1,"generation":9007199254740992,"profiles":[]}"#, "generation", 33),
        (#"{"formatVersion":1,"generation":0}"#, "", 1),
        (#"{"formatVersion":1,"generation":0,"profiles":{}}"#, "profiles", 46),
        (#"{"formatVersion":1,"generation":0,"profiles":[],"x":1}"#, "x", 49),
        (#"{"formatVersion":1,"generation":0,"generation":0,"profiles":[]}"#, "", 35),
        (#"{"formatVersion":1,"generation":0,"profiles":[{}]}"#, "profiles[0]", 47),
        (#"[]"#, "", 1), (#""#, "", 1),
    ])
    func `a file that is not a store is refused with key and position`(
        text: String, key: String, column: Int
    ) {
        let error = refusal(text)
        #expect(error?.key == key)
        #expect(error?.position == JSONPosition(line: 1, column: column))
    }

    @Test func `a name that is used twice is refused with both positions`() throws {
        let profile = try profile("a").json.compactText
        let error = refusal(
            #"{"formatVersion":1,"generation":0,"profiles":[\#(profile),\#n\#(profile)]}"#)
        #expect(error?.position == JSONPosition(line: 2, column: 1))
        #expect(error?.problem == "the name a is used before, at line 1, column 47")
    }

    @Test func `a newer format is told apart from a mistake`() {
        #expect(refusal(#"{"formatVersion":2}"#)?.problem.contains("newer") == true)
    }
}
