import LocalPushModel
import Testing

struct SSIDTests {
    @Test func `an SSID has 1 to 32 octets`() {
        #expect(SSID(bytes: []) == nil)
        #expect(SSID(bytes: [0]) != nil)
        #expect(SSID(bytes: [UInt8](repeating: 255, count: 32)) != nil)
        #expect(SSID(bytes: [UInt8](repeating: 65, count: 33)) == nil)
    }

    @Test func `the limit counts octets, not characters`() {
        #expect(SSID(text: String(repeating: "🚢", count: 8)) != nil)
        #expect(SSID(text: String(repeating: "🚢", count: 9)) == nil)
    }

    @Test func `SSIDs are told apart octet by octet`() {
        #expect(SSID(text: "Deck 3") != SSID(text: "Deck 3 "))
        #expect(SSID(text: "Deck") != SSID(text: "deck"))
        // The same letter, composed and decomposed: equal to Swift's ==, different on the air.
        #expect(SSID(text: "caf\u{E9}") != SSID(text: "cafe\u{301}"))
        #expect(SSID(text: "ship") == SSID(hex: "73686970"))
    }

    @Test func `hexadecimal digits come in pairs, in either case, and nothing else`() {
        #expect(SSID(hex: "73686970FF")?.bytes == [0x73, 0x68, 0x69, 0x70, 0xff])
        for wrong in ["", "7", "0x73", "73 68", "7g", "73:68", "７３"] {
            #expect(SSID(hex: wrong) == nil, "\(wrong)")
        }
    }

    @Test func `text is there only where the octets are UTF-8`() {
        #expect(SSID(hex: "ff")?.text == nil)
        #expect(SSID(hex: "c3a9")?.text == "é")
        #expect(SSID(hex: "00")?.text == "\0")
    }

    @Test(arguments: [
        ("Cruise Ship Wi-Fi", "\"Cruise Ship Wi-Fi\""),
        (" edge ", "\" edge \""),
        ("a\"b", "\"a\\x22b\""),
        ("a\\b", "\"a\\\\b\""),
        ("\u{1B}[31m", "\"\\x1b[31m\""),
        ("a\u{202E}b", "\"a\\xe2\\x80\\xaeb\""),
        ("🚢", "\"🚢\""),
        ("a\u{9B}b", "\"a\\xc2\\x9bb\""),
    ])
    func `what people see of an SSID is harmless and says every octet`(
        _ text: String, _ shown: String
    ) {
        #expect(SSID(text: text)?.description == shown)
    }

    @Test func `octets that are not UTF-8 are shown one by one`() {
        #expect(SSID(hex: "73686970ff00")?.description == "\"ship\\xff\\x00\"")
        #expect(SSID(hex: "e29a")?.description == "\"\\xe2\\x9a\"")
    }
}
