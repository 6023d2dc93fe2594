import LinuxSystem
import LocalPushModel
import PreferencesStore
import StrictJSON
import TestSupport
import Testing

/// `profile add` without a word: it asks.
struct InterviewTests {
    private let world: TestWorld

    init() throws { world = try TestWorld() }

    /// Somebody who types these lines, and then has nothing more to say.
    private func answer(_ lines: String...) {
        var rest = lines[...]
        world.reply = { _ in rest.popFirst().map { .line(Array($0.utf8)) } ?? .interrupted }
    }

    @Test func `what it needs is asked for, shown and saved`() throws {
        try world.install("com.example.P")
        world.wireless = FakeWireless([.joined(try ssid("Cruise Ship Wi-Fi"))])
        answer("ship", "", "Deck 3", "", "", "ship.example.com", "")
        let outcome = world.run("profile", "add")
        #expect(outcome.status == 0 && outcome.output == "added ship\n")
        for text in [
            "Name of the profile: ", "Network (SSID) [Cruise Ship Wi-Fi]: ",
            "Provider [com.example.P]: ", "ship.example.com", "Save it? [Y/n] ",
        ] {
            #expect(outcome.errors.contains(text), "\(text)")
        }
        let profile = try #require(try world.stored().profiles.first)
        #expect(profile.matchSSIDs == [try ssid("Cruise Ship Wi-Fi"), try ssid("Deck 3")])
        #expect(profile.providerBundleIdentifier.text == "com.example.P")
        #expect(profile.providerConfiguration == ["host": "ship.example.com"])
    }

    @Test func `what cannot be is asked for again`() {
        answer("a b", "a\u{1B}", "ship", "Deck 3", "", "nonsense", "com.example.P", "", "y")
        let outcome = world.run("profile", "add")
        #expect(outcome.status == 0)
        #expect(outcome.errors.split(separator: "that cannot be: ").count == 4)
        #expect(outcome.errors.contains(#"the profile name "a\x1b" has"#), "\(outcome.errors)")
    }

    @Test func `a network whose name is no text is offered as it is`() throws {
        let ssid = try #require(SSID(bytes: [0x73, 0xFF]))
        world.wireless = FakeWireless([.joined(ssid)])
        answer("ship", "y", "", "com.example.P", "", "y")
        #expect(world.run("profile", "add").status == 0)
        #expect(try world.stored().profiles.first?.matchSSIDs == [ssid])
    }

    @Test func `breaking off, or saying no, saves nothing`() throws {
        answer("ship", "Deck 3")
        let brokenOff = world.run("profile", "add")
        #expect(brokenOff.status == 1 && brokenOff.errors.hasSuffix("nothing was saved\n"))
        answer("ship", "Deck 3", "", "com.example.P", "", "n")
        #expect(world.run("profile", "add").status == 1)
        #expect(try world.stored().profiles.isEmpty)
    }

    @Test func `with nobody to ask it is a mistake, as before`() {
        #expect(world.run("profile", "add").status == 2)
    }
}
