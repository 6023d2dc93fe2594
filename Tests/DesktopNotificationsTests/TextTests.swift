import Testing

@testable import DesktopNotifications

struct TextTests {
    @Test(arguments: [
        ("a\nb\tc  d", "a b c d"), ("\u{1B}[31mred\u{7}\u{0}", "[31mred"),
        ("evil\u{202E}gnp.exe", "evilgnp.exe"), ("\u{2066}x\u{2069}\u{202A}y\u{202C}", "xy"),
        ("e\u{301}", "e\u{301}"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("\u{FEFF}a\u{E0041}b\u{AD}", "ab"),
        ("a\u{2028}b", "a b"), ("<b>&", "<b>&"), ("سلام\u{200C}ها", "سلام\u{200C}ها"),
        ("\u{E000}\u{FFFF}", ""),
    ])
    func `a line is one line without hidden characters`(text: String, expected: String) {
        #expect(NotificationText.line(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
    }

    @Test func `towers of marks are cut down`() {
        let tower = "a" + String(repeating: "\u{301}", count: 100) + "b"
        #expect(NotificationText.line(tower).unicodeScalars.count == 6)
    }

    @Test func `lines stay in a body, however they end`() {
        #expect(NotificationText.body("a\r\nb\rc\n\nd") == "a\nb\nc\n\nd")
        let lines = Array(repeating: "x", count: 30).joined(separator: "\n")
        #expect(NotificationText.body(lines).split(separator: "\n").count == 20)
        #expect(NotificationText.body(lines).hasSuffix("x…"))
    }

    @Test func `what is too long is cut and says so`() {
        let line = NotificationText.line(String(repeating: "é", count: 300))
        #expect(line.unicodeScalars.count == 200 && line.hasSuffix("é…"))
        let body = NotificationText.body(String(repeating: "x", count: 3000))
        #expect(body.count == 2000 && body.hasSuffix("x…"))
    }

    @Test func `markup is escaped after the cut`() {
        #expect(NotificationText.escaped("a<b>&amp;\"'") == "a&lt;b&gt;&amp;amp;\"'")
    }
}
