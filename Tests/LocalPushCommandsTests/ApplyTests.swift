import CommandLineKit
import Glibc
import LinuxSystem
import LocalPushModel
import MessageLines
import PreferencesStore
import StrictJSON
import TestSupport
import Testing

struct ApplyTests {
    private func file(_ world: TestWorld, _ name: String, _ text: String) throws -> String {
        try FileSystem.makeFolders(world.folder("in"), mode: 0o755)
        return try world.folder.write("in/\(name)", text)
    }

    private func names(_ world: TestWorld) throws -> [String] {
        try world.stored().profiles.map(\.name.text)
    }

    @Test func `files, folders, arrays, lines and standard input are taken, in their order`() throws
    {
        let world = try TestWorld()
        let array = "[\(profileText("d")), \(profileText("c"))]"
        let first = try world.folder.write("first", array)
        _ = try file(world, "b.json", profileText("b"))
        _ = try file(world, "a.json", profileText("z"))
        _ = try file(world, "a.schema.json", "{}")
        _ = try file(world, "note.txt", "not a profile")
        world.input = "\n\(profileText("y"))\n\n\(profileText("x"))\n"
        let outcome = world.run("apply", first, world.folder("in"), "-")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.hasSuffix("6 added\n"))
        #expect(try names(world) == ["d", "c", "z", "b", "y", "x"])
        #expect(try world.stored().generation == 1)
    }

    @Test func `what export prints is taken, and a second time nothing is written`() throws {
        let world = try TestWorld()
        world.add("a", "--set", "b=1.0")
        world.add("b", "--disabled", "--description", "B")
        world.input = world.run("profile", "export").output
        let other = try TestWorld()
        other.input = world.input
        #expect(other.run("apply", "-").status == 0)
        #expect(other.run("profile", "export").output == world.input)
        for world in [world, other] {
            world.input = other.input
            let before = try FileStatus(of: world.storePath())
            let outcome = world.run("apply", "-", "--prune")
            #expect(outcome.output == "nothing to do\n")
            #expect(outcome.errors.isEmpty)
            #expect(try FileStatus(of: world.storePath()) == before)
        }
    }

    @Test func `absent is default, and the order of SSIDs is no change`() throws {
        let world = try TestWorld()
        world.input = """
            {"name": "a", "matchSSIDs": ["x", "y"], "providerBundleIdentifier": "com.example.P",
             "isEnabled": true, "providerConfiguration": {}}
            """
        world.run("apply", "-")
        world.input = """
            {"providerBundleIdentifier": "com.example.P", "matchSSIDs": [{"hex": "79"}, "x"], "name": "a"}
            """
        #expect(world.run("diff", "-").status == 0)
        #expect(try world.run("apply", "-", "--json").json["changed"] == false)
    }

    @Test func `people read what changes, without the secrets`() throws {
        let world = try TestWorld()
        world.add("a", "--set", "password=old", "--set", "keep=1", "--set", "tls.name=x")
        world.add("gone", ssid: "Deck 4")
        world.input = """
            {"name": "a", "matchSSIDs": ["Deck 9"], "providerBundleIdentifier": "\(simplePush)",
             "providerConfiguration": {"password": "new", "keep": 1, "tls": {"name": "\u{202E}y"}}}
            """
        let outcome = world.run("apply", "-", "--prune", "--all")
        let hidden = "(hidden; --show-secrets shows it)"
        #expect(
            outcome.output == """
                ~ a
                    ~ providerConfiguration.password: \(hidden) -> \(hidden)
                    ~ providerConfiguration.tls.name: "x" -> "\\u202ey"
                    - matchSSIDs: "Deck 3"
                    + matchSSIDs: "Deck 9"
                - gone
                    - isEnabled: true
                    - providerBundleIdentifier: "\(simplePush)"
                    - providerConfiguration: {}
                    - matchSSIDs: "Deck 4"
                1 changed, 1 removed

                """)
        world.input = #"""
            {"name": "a", "matchSSIDs": ["Deck 9"], "providerBundleIdentifier": "\#(simplePush)",
             "providerConfiguration": {"keys": {"first": "geheim"}, "list": [{"token": "geheim"}]}}
            """#
        #expect(!world.run("diff", "-").output.contains("geheim"))
        #expect(world.run("diff", "-", "--show-secrets").output.contains("geheim"))
        #expect(world.run("diff", "-", "--json").output.contains("geheim"))
    }

    @Test func `programs get what is hidden from people, and where it is`() throws {
        let world = try TestWorld()
        world.add("a", "--set", "password=geheim")
        world.input = #"""
            {"name": "a", "matchSSIDs": ["Deck 3"], "providerBundleIdentifier": "\#(simplePush)",
             "providerConfiguration": {"list": [1, {"token": "geheim"}], "key": {"$credential": "c"}}}
            """#
        let profile = try world.run("apply", "-", "--json").json["profiles"]?.elements.first
        let secrets: Set<JSONValue> = [
            ["providerConfiguration", "list", 1, "token"], ["providerConfiguration", "password"],
        ]
        #expect(Set(profile?["secrets"]?.elements ?? []) == secrets)
    }

    @Test func `programs get each profile before and after`() throws {
        let world = try TestWorld()
        world.add("a")
        world.add("b")
        world.input = "[\(profileText("a")), \(profileText("b", ssid: "x")), \(profileText("c"))]"
        let json = try world.run("apply", "-", "--json").json
        #expect(json["changed"] == true)
        #expect(json["generation"] == 3)
        #expect(json["service"] == "notRunning")
        guard case .array(let profiles) = json["profiles"] else { throw InvalidValue("no array") }
        #expect(profiles.map { $0["action"] } == ["unchanged", "changed", "added"])
        #expect(profiles[1]["before"]?["matchSSIDs"] == ["Deck 3"])
        #expect(profiles[1]["after"]?["matchSSIDs"] == ["x"])
        #expect(profiles[2]["before"] == .null)
    }

    @Test func `a dry run tells the same and does nothing`() throws {
        let world = try TestWorld()
        world.input = profileText("a")
        let dry = world.run("apply", "-", "--dry-run", "--json")
        #expect(dry.status == 0)
        #expect(try dry.json["changed"] == true)
        #expect(try dry.json["dryRun"] == true)
        #expect(throws: SystemError.self) { try FileStatus(of: world.folder("user")) }
        #expect(world.run("apply", "-", "--dry-run").output.hasSuffix("1 to add\n"))
    }

    @Test(.enabled(if: ProcessIdentity.effectiveUser != 0, "root may write everywhere"))
    func `a dry run of what the user may not do is refused`() throws {
        let world = try TestWorld()
        world.input = profileText("a")
        let outcome = world.run("apply", "-", "--dry-run", "--store", "/etc/preferences.json")
        #expect(outcome.status == 5)
    }

    @Test func `diff answers by its exit status`() throws {
        let world = try TestWorld()
        world.input = profileText("a")
        #expect(world.run("diff", "-").status == 1)
        world.run("apply", "-")
        #expect(world.run("diff", "-").status == 0)
        #expect(world.run("diff", "-").output.isEmpty)
        #expect(world.run("diff", world.folder("nothing")).status == 9)
        #expect(world.run("diff").status == 2)
        world.input = "{}"
        #expect(world.run("diff", "-").status == 10)
        try world.folder.write("user/preferences.json", "{")
        world.input = profileText("a")
        #expect(world.run("diff", "-").status == 7)
    }

    @Test func `one bad file refuses the whole, and every one is named`() throws {
        let world = try TestWorld()
        _ = try file(world, "a.json", profileText("a"))
        let bad = try file(world, "b.json", "{\n  \"name\": \"b\", \"matchSSID\": []}")
        let worse = try file(world, "c.json", "\(profileText("x"))\n{\"name\": 1}\n")
        let outcome = world.run("apply", world.folder("in"), "--json")
        #expect(outcome.status == 10)
        #expect(outcome.errors.contains("\(bad):2:16: matchSSID: unknown key"))
        #expect(outcome.errors.contains("did you mean \"matchSSIDs\"?"))
        #expect(outcome.errors.contains("2 of 3 files are not taken; nothing is changed"))
        guard case .array(let errors) = try outcome.json["errors"] else {
            throw InvalidValue("no array")
        }
        #expect(Set(errors.map { $0["file"] }) == [.string(bad), .string(worse)])
        let first = try #require(errors.first { $0["file"] == .string(worse) })
        #expect(first["line"] == 2)
        #expect(first["column"] == 10)
        #expect(first["key"] == "name")
        #expect(throws: SystemError.self) { try FileStatus(of: world.storePath()) }
    }

    @Test func `a name that is used twice is told with both places`() throws {
        let world = try TestWorld()
        let one = try file(world, "1.json", "[\n\(profileText("a"))]")
        let two = try file(world, "2.json", "\n \(profileText("a"))")
        let apart = world.run("apply", world.folder("in"))
        #expect(apart.status == 10)
        #expect(apart.errors.contains("\(two):2:2: name: the name a is used before, at \(one):2:1"))
        world.input = "\(profileText("a"))\n\(profileText("b"))\n\(profileText("a"))"
        let together = world.run("apply", "-")
        #expect(together.status == 10)
        #expect(
            together.errors.contains(
                "standard input:3:1: the name a is used before, at line 1, column 1"))
    }

    @Test func `what was hidden cannot be applied`() throws {
        let world = try TestWorld()
        world.input = """
            {"name": "a", "matchSSIDs": ["x"], "providerBundleIdentifier": "com.example.P",
             "providerConfiguration": {"a": [{"b": "(hidden; --show-secrets shows it)"}]}}
            """
        let outcome = world.run("apply", "-")
        #expect(outcome.status == 10)
        #expect(
            outcome.errors.contains(
                "standard input:2:40: providerConfiguration.a[0].b: it stands for a hidden value"))
    }

    @Test func `an empty folder is a mistake, an empty array is not`() throws {
        let world = try TestWorld()
        world.add("a")
        try FileSystem.makeFolders(world.folder("in"), mode: 0o755)
        #expect(world.run("apply", world.folder("in"), "--prune", "--all").status == 1)
        world.input = "[]"
        #expect(world.run("apply", "-", "--prune").output == "nothing to do\n")
        #expect(world.run("apply", "-", "--prune", "--all").status == 0)
        #expect(try names(world) == [])
    }

    @Test func `a profile whose name a managed one has is stored, and told to have no effect`()
        throws
    {
        let world = try TestWorld()
        let path = try world.manage("a", profileText("a"))
        world.input = profileText("a")
        let outcome = world.run("apply", "-", "--json")
        #expect(outcome.status == 0)
        #expect(try outcome.json["shadowed"] == [["file": .string(path), "name": "a"]])
        let again = world.run("apply", "-")
        #expect(again.errors.contains("a has no effect as long as a managed profile has its name"))
        #expect(try names(world) == ["a"])
    }

    @Test(arguments: [true, false])
    func `people at a terminal are told how far a long one is, and nobody else`(
        _ isTerminal: Bool
    ) throws {
        let world = try TestWorld()
        for name in ["a", "b", "c"] { _ = try file(world, "\(name).json", profileText(name)) }
        world.isTerminal = isTerminal
        var time = Duration.zero
        world.clock = {
            time += .milliseconds(300)
            return time
        }
        let outcome = world.run("apply", world.folder("in"))
        #expect(outcome.status == 0)
        #expect(try names(world) == ["a", "b", "c"])
        // In one place, which is cleared before anything else is told.
        #expect(
            outcome.errors.contains(
                "\r\u{1B}[Kread 1 of 3 files\r\u{1B}[Kread 2 of 3 files\r\u{1B}[K") == isTerminal)
        #expect(outcome.errors.contains("read") == isTerminal)
        #expect(!outcome.output.contains("read"))
    }

    @Test(arguments: [
        ["apply"], ["apply", "-", "--all"], ["apply", "-", "-"], ["apply", "-", "--confirm"],
        ["apply", "--confirm", "--revert"], ["apply", "--confirm", "--dry-run"],
        ["apply", "-", "--confirm-within", "0"], ["apply", "-", "--confirm-within", "1.5"],
        ["diff", "-", "--all"],
    ])
    func `what makes no sense is bad usage`(_ words: [String]) throws {
        #expect(try TestWorld().run(words.map { Argument($0) }).status == 2)
    }
}
