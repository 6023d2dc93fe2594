import CommandLineKit
import StrictJSON
import TestSupport
import Testing

/// What a program that asked for JSON gets when a command fails.
struct FailureDocumentTests {
    @Test(arguments: [
        ["profile", "show", "ship"], ["profile", "show"], ["profile", "bogus"], ["bogus"], [],
        ["profile", "add", "ship", "--ssid", "", "--provider", "com.example.P"], ["sync"],
        ["is-active", "ship"], ["monitor"], ["agent", "stop", "ship"],
        ["provider", "show", "com.e"],
        ["profile", "list", "--bogus"], ["profile", "validate", "/proc/nonexistent"],
    ])
    func `one document says what failed, and the exit status is the same`(_ words: [String]) throws
    {
        let world = try TestWorld()
        let plain = world.run(words.map { Argument($0) })
        let asked = world.run((["--json"] + words).map { Argument($0) })
        #expect(plain.status != 0)
        #expect(plain.bytes.isEmpty)
        #expect(asked.status == plain.status)
        #expect(asked.errors == plain.errors)
        let failure = try #require(try asked.json["error"])
        #expect(failure["exitStatus"] == .number(JSONNumber(plain.status)))
        guard case .string(let message) = failure["message"] else {
            Issue.record("no message")
            return
        }
        #expect(plain.errors.contains(message))
    }

    @Test func `a failure after the result adds no second document`() throws {
        let world = try TestWorld()
        let file = try world.folder.write("bad.json", "{")
        let outcome = world.run("profile", "validate", file, "--json")
        #expect(outcome.status != 0)
        #expect(try outcome.json["error"] == nil)
    }

    @Test func `words behind two dashes ask for nothing`() throws {
        let outcome = try TestWorld().run("profile", "show", "--", "--json")
        #expect(outcome.status == 2)
        #expect(outcome.bytes.isEmpty)
    }
}
