import CommandLineKit
import Glibc
import LinuxSystem
import LocalPushModel
import PreferencesStore
import StrictJSON
import TestSupport
import Testing

struct ProfileChangeTests {
    @Test func `what is named is changed, all else stays`() throws {
        let world = try TestWorld()
        world.add("ship", "--host", "a.example", "--set", "b=1", "--set", "c.d=2", "--set", "c.e=3")
        let outcome = world.run(
            "profile", "set", "ship", "--add-ssid", "Harbor", "--remove-ssid", "Deck 3",
            "--add-ssid-hex", "ff", "--host", "10.0.0.5", "--unset", "b", "--unset", "c.d",
            "--unset", "not.there", "--description", "Aboard")
        #expect(outcome.status == 0)
        let profile = try #require(try world.stored().profiles.first)
        #expect(profile.matchSSIDs.map(\.hex) == [try ssid("Harbor").hex, "ff"])
        #expect(profile.providerConfiguration == ["host": "10.0.0.5", "c": ["e": 3]])
        #expect(profile.localizedDescription == "Aboard")
        #expect(world.run("profile", "set", "ship", "--description", "").status == 0)
        #expect(try world.stored().profiles.first?.localizedDescription == nil)
    }

    @Test func `setting what is so already writes nothing`() throws {
        let world = try TestWorld()
        world.add("ship", "--host", "a.example")
        let before = try FileContents.read(world.storePath())
        let outcome = world.run(
            "profile", "set", "ship", "--host", "a.example", "--add-ssid", "Deck 3",
            "--remove-ssid", "Harbor")
        #expect(outcome.output == "nothing to do\n")
        #expect(try FileContents.read(world.storePath()) == before)
    }

    @Test func `the last SSID cannot be removed`() throws {
        let world = try TestWorld()
        world.add("ship")
        let outcome = world.run("profile", "set", "ship", "--remove-ssid", "Deck 3")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("profile disable ship"))
    }

    @Test func `something must be named`() throws {
        #expect(try TestWorld().run("profile", "set", "ship").status == 2)
    }

    @Test(arguments: [
        ["set", "shp", "--host", "a"], ["remove", "shp"], ["enable", "shp"], ["disable", "shp"],
        ["rename", "shp", "other"], ["show", "shp"], ["edit", "shp"], ["export", "shp"],
    ])
    func `a profile that is not there gets a suggestion`(_ words: [String]) throws {
        let world = try TestWorld()
        world.add("ship")
        let outcome = world.run((["profile"] + words).map { Argument($0) })
        #expect(outcome.status == 4)
        #expect(outcome.errors.contains("there is no profile shp"))
        #expect(outcome.errors.contains("did you mean ship?"))
        #expect(outcome.bytes.isEmpty)
    }

    @Test func `a rename keeps the profile and refuses a taken name`() throws {
        let world = try TestWorld()
        world.add("ship")
        world.add("ferry", ssid: "Ferry")
        #expect(world.run("profile", "rename", "ship", "ferry").status == 6)
        #expect(world.run("profile", "rename", "ship", "boat").output == "renamed ship to boat\n")
        #expect(try world.stored().profiles.map(\.name.text) == ["ferry", "boat"])
        #expect(world.run("profile", "rename", "boat", "boat").output == "nothing to do\n")
        #expect(world.run("profile", "rename", "ship", "boat").status == 4)
    }

    @Test func `several are removed together or not at all`() throws {
        let world = try TestWorld()
        for name in ["a", "b", "c"] { world.add(name) }
        #expect(world.run("profile", "remove", "a", "x").status == 4)
        #expect(try world.stored().profiles.count == 3)
        #expect(world.run("profile", "remove", "a", "c").output == "removed a, c\n")
        #expect(try world.stored().profiles.map(\.name.text) == ["b"])
    }

    @Test func `a profile is switched off and on`() throws {
        let world = try TestWorld()
        world.add("ship")
        #expect(world.run("profile", "disable", "ship").output == "disabled ship\n")
        #expect(try world.stored().profiles.map(\.isEnabled) == [false])
        #expect(world.run("profile", "disable", "ship").output == "nothing to do\n")
        #expect(world.run("profile", "enable", "ship").output == "enabled ship\n")
        #expect(try world.stored().profiles.map(\.isEnabled) == [true])
    }

    @Test(arguments: [
        ["enable", "ship"], ["disable", "ship"], ["set", "ship", "--host", "a"],
        ["remove", "ship"],
        ["rename", "ship", "boat"], ["edit", "ship"],
    ])
    func `a managed profile is refused with the name of its file`(_ words: [String]) throws {
        let world = try TestWorld()
        let file = try world.manage("ship", profileText("ship"), in: "lib")
        let override = world.folder("user.d/ship.json")
        let outcome = world.run((["profile"] + words).map { Argument($0) })
        #expect(outcome.status == 6)
        #expect(outcome.errors.contains("it is read from \(file)"))
        #expect(outcome.errors.contains("cp \(file) \(override)"))
        #expect(outcome.errors.contains("ln -s /dev/null \(override)"))
        let first = try world.manage("ship", profileText("ship"))
        let again = world.run((["profile"] + words).map { Argument($0) })
        #expect(again.status == 6)
        #expect(again.errors.contains("it is read from \(first)"))
        #expect(again.errors.contains("Change that file"))
    }

    @Test func `a stored profile that a managed one hides can be removed`() throws {
        let world = try TestWorld()
        try world.manage("ship", profileText("ship"))
        world.add("ship")
        #expect(world.run("profile", "enable", "ship").status == 6)
        #expect(world.run("profile", "remove", "ship").status == 0)
    }
}

struct ProfileEditTests {
    /// A world with one profile, and an editor that replaces its text.
    private func world(editing text: String) throws -> TestWorld {
        let world = try TestWorld()
        world.add("ship", "--set", "password=secret")
        world.environment["TMPDIR"] = world.folder.path
        world.environment["EDITOR"] = "vim -n"
        world.runProgram = { description throws(SystemError) in
            #expect(description.arguments[2].hasSuffix("; vim -n \"$1\""))
            let file = try FileDescriptor.open(description.arguments[4], O_WRONLY | O_TRUNC)
            #expect(try file.status().permissions & 0o777 == 0o600)
            try file.writeAll(Array(text.utf8))
            return .exited(0)
        }
        return world
    }

    private func drafts(_ world: TestWorld) throws -> [String] {
        try FileSystem.names(in: world.folder.path).filter { $0.hasPrefix("localpush-ship-") }
    }

    @Test func `without a terminal no editor is opened that nobody has named`() throws {
        let world = try world(editing: profileText("ship", ssid: "Harbor"))
        world.environment["EDITOR"] = nil
        world.runProgram = { _ throws(SystemError) in
            Issue.record("it would wait for a key for ever")
            return .exited(0)
        }
        let outcome = world.run("profile", "edit", "ship")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("there is no terminal to edit at"))
        #expect(try drafts(world).isEmpty)
    }

    @Test func `an editor shows itself on standard error where the result is not for people`()
        throws
    {
        let world = try world(editing: profileText("ship", ssid: "Harbor"))
        let edit = try #require(world.runProgram)
        var screens: [Int32] = []
        world.runProgram = { description throws(SystemError) in
            screens.append(description.descriptors[1])
            return try edit(description)
        }
        world.run("profile", "edit", "ship", "--json")
        world.isTerminal = true
        world.run("profile", "edit", "ship")
        #expect(screens == [STDERR_FILENO, STDOUT_FILENO])
    }

    @Test func `an empty variable names no editor and no folder`() throws {
        let world = try world(editing: profileText("ship", ssid: "Harbor"))
        let edit = try #require(world.runProgram)
        var commands: [[String]] = []
        world.runProgram = { description throws(SystemError) in
            commands.append(description.arguments)
            return try edit(description)
        }
        world.environment["VISUAL"] = ""
        world.environment["TMPDIR"] = ""
        #expect(world.run("profile", "edit", "ship").status == 0)
        #expect(commands.first?[2].hasSuffix("; vim -n \"$1\"") == true)
        #expect(commands.first?.last?.hasPrefix("/tmp/localpush-ship-") == true)
    }

    @Test func `what is saved in the editor takes the profile's place`() throws {
        let world = try world(editing: profileText("ship", ssid: "Harbor"))
        #expect(world.run("profile", "edit", "ship").output == "changed ship\n")
        #expect(try world.stored().profiles.map(\.matchSSIDs) == [[try ssid("Harbor")]])
        #expect(try drafts(world).isEmpty)
    }

    @Test func `a text that is not valid is kept, and can be taken later`() throws {
        let world = try world(editing: "{\"name\": \"ship\",\n \"matchSSID\": []}")
        let outcome = world.run("profile", "edit", "ship")
        #expect(outcome.status == 10)
        #expect(outcome.errors.contains(":2:2: matchSSID: unknown key; did you mean"))
        let draft = try #require(try drafts(world).first)
        #expect(outcome.errors.contains("--file \(world.folder(draft))"))
        try world.folder.write(draft, profileText("ship", ssid: "Harbor"))
        #expect(world.run("profile", "edit", "ship", "--file", world.folder(draft)).status == 0)
        #expect(try world.stored().profiles.map(\.matchSSIDs) == [[try ssid("Harbor")]])
    }

    @Test func `at a terminal the editor opens again, with all errors marked, until all is well`()
        throws
    {
        let invalid = "{\"name\": \"ship\",\n \"matchSSID\": []}\n"
        let world = try world(editing: invalid)
        let first = try #require(world.runProgram)
        var texts: [String] = []
        world.runProgram = { description throws(SystemError) in
            let path = description.arguments[4]
            texts.append(String(decoding: try FileSystem.read(path, limit: 4096), as: UTF8.self))
            if texts.count == 1 { return try first(description) }
            let text = profileText("ship", ssid: "Harbor") + "\n# a note\n"
            try FileDescriptor.open(path, O_WRONLY | O_TRUNC).writeAll(Array(text.utf8))
            return .exited(0)
        }
        world.reply = { _ in .line([]) }
        let outcome = world.run("profile", "edit", "ship")
        #expect(outcome.status == 0 && outcome.errors.contains("Correct it?"))
        let marked = texts.last?.split(separator: "\n") ?? []
        let starts = [
            "{\"name\": \"ship\",", "#^ the key \"matchSSIDs\" is missing",
            "#^ the key \"providerBundleIdentifier\" is missing", " \"matchSSID\": []}",
            "#^ matchSSID: unknown key; did you mean",
        ]
        #expect(marked.count == starts.count, "\(marked)")
        for (line, start) in zip(marked, starts) { #expect(line.hasPrefix(start)) }
        #expect(try world.stored().profiles.map(\.matchSSIDs) == [[try ssid("Harbor")]])
        #expect(try drafts(world).isEmpty)
    }

    @Test func `who does not want to correct it finds the text without marks`() throws {
        let world = try world(editing: "{\n}")
        world.reply = { _ in .line(Array("n".utf8)) }
        let outcome = world.run("profile", "edit", "ship")
        #expect(outcome.status == 10 && outcome.errors.contains("the profile was not changed"))
        let draft = try #require(try drafts(world).first)
        #expect(try FileContents.text(world.folder(draft)) == "{\n}")
    }

    @Test func `another name is refused`() throws {
        let world = try world(editing: profileText("boat"))
        let outcome = world.run("profile", "edit", "ship")
        #expect(outcome.status == 10)
        #expect(outcome.errors.contains("profile rename ship"))
    }

    @Test func `a change by somebody else meanwhile is a conflict`() throws {
        let world = try world(editing: profileText("ship", ssid: "Harbor"))
        let edit = try #require(world.runProgram)
        world.runProgram = { [unowned world] description throws(SystemError) in
            world.run("profile", "disable", "ship")
            return try edit(description)
        }
        #expect(world.run("profile", "edit", "ship").status == 6)
        #expect(try world.stored().profiles.map(\.matchSSIDs) == [[try ssid("Deck 3")]])
        #expect(try drafts(world).count == 1)
    }

    @Test func `an editor that fails changes nothing and leaves nothing`() throws {
        let world = try world(editing: "")
        world.runProgram = { _ in .exited(1) }
        #expect(world.run("profile", "edit", "ship").status == 1)
        #expect(try drafts(world).isEmpty)
    }

    @Test func `the text can come from standard input`() throws {
        let world = try world(editing: "")
        world.input = profileText("ship", ssid: "Harbor")
        #expect(world.run("profile", "edit", "ship", "--file", "-").status == 0)
        #expect(try world.stored().profiles.map(\.matchSSIDs) == [[try ssid("Harbor")]])
    }
}
