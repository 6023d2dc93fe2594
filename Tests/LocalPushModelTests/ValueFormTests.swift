import LocalPushModel
import Testing

struct ValueFormTests {
    @Test(arguments: ["a", "0", "cruise-ship", "A.b_c-d", String(repeating: "x", count: 64)])
    func `this is a profile name`(_ text: String) throws {
        #expect(try ProfileName(text).text == text)
    }

    @Test(arguments: [
        "", "-a", ".a", "_a", "a b", "a/b", "ä", "a\n", String(repeating: "x", count: 65), "a\u{0}",
    ])
    func `this is not a profile name`(_ text: String) {
        #expect(throws: InvalidValue.self) { try ProfileName(text) }
    }

    @Test(arguments: [
        "com.example", "com.myexample.SimplePush.Provider", "a.b", "org.my_app.x-y.Z9",
    ])
    func `this is a bundle identifier`(_ text: String) throws {
        #expect(try BundleIdentifier(text).text == text)
    }

    @Test(arguments: [
        "", "com", ".com.example", "com.example.", "com..example", "com.exa mple", "-a.b",
        "../../etc",
        "com/example.a", "com.exämple", "a." + String(repeating: "b", count: 254),
    ])
    func `this is not a bundle identifier`(_ text: String) {
        #expect(throws: InvalidValue.self) { try BundleIdentifier(text) }
    }

    @Test(arguments: [
        "localhost", "cruiseship.example.com", "example.com.", "a-b.c", "10.0.0.5",
        "255.255.255.255",
        "::", "::1", "2001:db8::17", "fe80::1%wlan0", "::ffff:10.0.0.5", "1:2:3:4:5:6:7:8",
        "1:2:3:4:5:6:10.0.0.5", "3com.example",
    ])
    func `this is a host`(_ text: String) throws {
        try Host.validate(text)
    }

    @Test(arguments: [
        "", ".", "-a", "a-", "a..b", "a b", "a_b", "10.0.0", "10.0.0.256", "10.0.0.05", "1.2.3.4.5",
        ":", ":::", "1::2::3", "12345::", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7", "::g", "host:80",
        "[::1]", "fe80::1%", "10.0.0.5:80", "http://x", "münchen.example",
        String(repeating: "a", count: 64), "::10.0.0.5:1",
        "1:2:3:4:5:6:7:8::",
    ])
    func `this is not a host`(_ text: String) {
        #expect(throws: InvalidValue.self) { try Host.validate(text) }
    }

    @Test func `an app's object has the path that D-Bus activation makes of its name`() throws {
        let app = try BundleIdentifier("com.my-example.Simple_Push")
        #expect(app.objectPath == "/com/my_example/Simple_Push")
    }

    @Test func `a near word is suggested, a far one is not`() {
        let words = ["profile", "provider", "status"]
        #expect(Spelling.suggestion(for: "profle", among: words) == "profile")
        #expect(Spelling.suggestion(for: "PROFILE", among: words) == "profile")
        #expect(Spelling.suggestion(for: "tsatus", among: words) == "status")
        #expect(Spelling.suggestion(for: "zebra", among: words) == nil)
        #expect(Spelling.suggestion(for: "stat", among: words) == "status")
        #expect(Spelling.suggestion(for: "", among: ["status"]) == nil)
        #expect(Spelling.suggestion(for: "x", among: []) == nil)
    }
}
