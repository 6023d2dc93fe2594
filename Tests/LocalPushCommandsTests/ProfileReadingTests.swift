import CommandLineKit
import LinuxSystem
import LocalPushModel
import PreferencesStore
import StrictJSON
import TestSupport
import Testing

struct ProfileReadingTests {
    @Test func `a list shows both scopes, the caller's own first`() throws {
        let world = try TestWorld()
        world.add("mine")
        world.add("the-machines", "--system")
        try world.manage("fleet", profileText("fleet"))
        let lines = world.run("profile", "list").output.split(separator: "\n")
        #expect(
            lines.map { $0.split(separator: " ").prefix(4).joined(separator: " ") } == [
                "NAME SCOPE ORIGIN ENABLED", "mine user stored yes", "fleet user managed yes",
                "the-machines system stored yes",
            ])
        #expect(world.run("profile", "list", "--system").output.split(separator: "\n").count == 2)
    }

    @Test func `a list as JSON has every profile with origin and scope`() throws {
        let world = try TestWorld()
        world.add("ship")
        let file = try world.manage("ship", profileText("ship"))
        guard case .array(let list) = try world.run("profile", "list", "--json").json else {
            Issue.record("no array")
            return
        }
        #expect(list.map { $0["origin"] } == ["stored", "managed"])
        #expect(list.map { $0["isShadowed"] } == [true, false])
        #expect(list.map { $0["scope"] } == ["user", "user"])
        #expect(list[1]["file"] == .string(file))
        #expect(list[0]["matchSSIDs"] == ["Deck 3"])
    }

    @Test func `a bad managed file is told and skipped`() throws {
        let world = try TestWorld()
        let file = try world.manage("bad", "{")
        try world.manage("good", profileText("good"))
        let outcome = world.run("profile", "list", "--json")
        #expect(outcome.status == 0)
        #expect(try outcome.json == world.run("profile", "list", "--json", "--user").json)
        #expect(outcome.errors.contains(file))
        #expect(outcome.errors.contains("skipped"))
    }

    @Test func `the scope that nobody asked for does not make a command fail`() throws {
        let world = try TestWorld()
        world.add("ship")
        try FileSystem.makeFolders(world.folder("system"), mode: 0o755)
        try world.folder.write("system/preferences.json", "{")
        let both = world.run("profile", "list")
        #expect(both.status == 0)
        #expect(both.output.contains("ship"))
        #expect(both.errors.contains("the system scope's own profiles are left out"))
        #expect(world.run("profile", "list", "--system").status == 7)
        #expect(world.run("profile", "show", "ship").status == 0)
    }

    @Test func `a store that cannot be read is reported with its place and kept`() throws {
        let world = try TestWorld()
        try FileSystem.makeFolders(world.folder("user"), mode: 0o755)
        try world.folder.write("user/preferences.json", "{\"formatVersion\": 1,\n ]")
        for words in [["profile", "list"], ["profile", "remove", "x"], ["match", "x"]] {
            let outcome = world.run(words.map { Argument($0) })
            #expect(outcome.status == 7)
            #expect(outcome.errors.contains("preferences.json:2:2:"), "\(outcome.errors)")
        }
        #expect(world.add("ship").status == 7)
        #expect(try FileContents.text(world.storePath()) == "{\"formatVersion\": 1,\n ]")
    }

    @Test func `a value is shown as the JSON that it is`() throws {
        let world = try TestWorld()
        world.add("ship", "--set-string", #"motd=a\b"#, "--set-string", "ca=x\ny")
        let shown = world.run("profile", "show", "ship").output
        #expect(shown.contains(#"motd = "a\\b""#) && shown.contains(#"ca = "x\ny""#), "\(shown)")
    }

    @Test func `secrets are hidden from people and not from programs`() throws {
        let world = try TestWorld()
        world.add(
            "ship", "--set", "password=hunter2", "--set", "nested.apiToken=abc",
            "--set", "url=nats://me:pw@host/", "--set", "publicKey=xyz", "--set",
            "list=[\"eyJx\",1]")
        let shown = world.run("profile", "show", "ship").output
        for secret in ["hunter2", "abc", "me:pw", "eyJx"] { #expect(!shown.contains(secret)) }
        #expect(shown.contains("publicKey = \"xyz\""))
        let full = world.run("profile", "show", "ship", "--show-secrets").output
        for secret in ["hunter2", "abc", "me:pw", "eyJx"] { #expect(full.contains(secret)) }
        let json = try world.run("profile", "show", "ship", "--json").json
        #expect(json["providerConfiguration"]?["password"] == "hunter2")
    }

    @Test func `what came from outside is escaped for people`() throws {
        let world = try TestWorld()
        world.add(
            "ship", "--description", "\u{1B}[31mred\u{202E}", "--set", "a=\u{7}\\",
            ssid: "\u{1B}]0;x")
        for words in [["profile", "show", "ship"], ["profile", "list"], ["match", "Deck 3"]] {
            let output = world.run(words.map { Argument($0) }).output
            #expect(!output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
        }
        let shown = world.run("profile", "show", "ship").output
        #expect(shown.contains("\\x1b[31mred\\xe2\\x80\\xae"))
        #expect(shown.contains("\"\\x1b]0;x\""))
    }

    @Test func `an export is an array of the stored profiles`() throws {
        let world = try TestWorld()
        world.add("a")
        world.add("b")
        try world.manage("c", profileText("c"))
        let export = try world.run("profile", "export").json
        #expect(export == .array(try world.stored().profiles.map(\.json)))
        #expect(
            try world.run("profile", "export", "b").json
                == .array([try world.stored().profiles[1].json]))
    }

    @Test func `files are validated with position and key`() throws {
        let world = try TestWorld()
        let good = try world.folder.write("good.json", profileText("good"))
        let bad = try world.folder.write("bad.json", "{\n  \"name\": 5}")
        #expect(world.run("profile", "validate", good).status == 0)
        let outcome = world.run("profile", "validate", world.folder.path)
        #expect(outcome.status == 10)
        #expect(outcome.output.contains("\(bad):2:11: name: expected a string"))
        #expect(outcome.output.contains("\(good): valid: good"))
        let json = try world.run("profile", "validate", bad, "--json").json["files"]
        guard case .array(let files) = json, let file = files.first else {
            Issue.record("no files")
            return
        }
        let first: [(String, JSONValue)] = [
            ("file", .string(bad)), ("valid", false), ("profiles", []), ("line", 2),
            ("column", 11), ("key", "name"), ("problem", "expected a string, found a number"),
        ]
        for (key, value) in first { #expect(file[key] == value, "\(key)") }
        world.input = "[\(profileText("x")),\(profileText("x"))]"
        #expect(world.run("profile", "validate", "-").status == 10)
        #expect(world.run("profile", "validate", world.folder("none.json")).status == 1)
    }

    @Test func `all faults of a file are told, each with its place, and none twice`() throws {
        let world = try TestWorld()
        let bad = try world.folder.write(
            "bad.json",
            """
            [{"name": "a", "matchSSIDS": [], "providerBundleIdentifier": "com.example.P"},
             {"name": "b", "matchSSIDs": ["", "x", 5], "providerBundleIdentifier": "P",
              "providerConfiguration": {"host": "a b", "pin": {"$credential": "/"}},
              "issue": {"version": -1, "target": {"hostNames": ["ok", "a b"]}}},
             7,
             \(profileText("c")),
             \(profileText("c"))]
            """)
        let places = [
            "1:16: [0].matchSSIDS: unknown key; did you mean \"matchSSIDs\"?",
            "1:2: [0]: the key \"matchSSIDs\" is missing", "2:31: [1].matchSSIDs[0]: an SSID",
            "2:40: [1].matchSSIDs[2]: expected", "2:72: [1].providerBundleIdentifier: ",
            "3:37: [1].providerConfiguration.host: ",
            "3:67: [1].providerConfiguration.pin.$credential: ", "4:24: [1].issue.version: ",
            "4:59: [1].issue.target.hostNames[1]: ", "5:2: [2]: expected an object",
            "7:2: [4]: the name c is used before, at line 6, column 2",
        ]
        let outcome = world.run("profile", "validate", bad)
        #expect(outcome.status == 10)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == places.count, "\(outcome.output)")
        for (line, place) in zip(lines, places) { #expect(line.hasPrefix("\(bad):\(place)")) }
        let json = world.run("profile", "validate", bad, "--json").output
        #expect(json.split(separator: "\"column\"").count == places.count + 2)
        let applied = world.run("apply", bad)
        #expect(applied.status == 10)
        for place in places { #expect(applied.errors.contains(place), "\(place)") }
        #expect(applied.errors.contains("1 of 1 files is not taken"))
    }

    @Test func `a file of many faults is soon told, and that there may be more`() throws {
        let world = try TestWorld()
        world.input = String(repeating: #"{"name": "-"}"# + "\n", count: 20_000)
        let outcome = world.run("profile", "validate", "-")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 101)
        #expect(lines[3].hasPrefix("standard input:2:10: name: "), "\(lines[3])")
        #expect(lines[99].hasPrefix("standard input:34:10: name: "), "\(lines[99])")
        #expect(lines[100].contains("first 100 faults; there may be more"))
    }

    @Test func `what is no JSON ends the reading, on the line where it is`() throws {
        let world = try TestWorld()
        world.input = profileText("-") + "\n" + profileText("b") + "\n{\n" + profileText("-")
        let lines = world.run("profile", "validate", "-").output.split(separator: "\n")
        #expect(lines.map { $0.prefix(17) } == ["standard input:1:", "standard input:3:"])
    }

    @Test func `the samples of the repository are valid`() throws {
        let world = try TestWorld()
        #expect(world.run("profile", "validate", Repository.path("Profiles")).status == 0)
    }

    @Test func `a long list goes through the pager on a terminal only`() throws {
        let world = try TestWorld()
        for index in 0..<30 { world.add("profile-\(index)") }
        #expect(world.run("profile", "list").output.hasPrefix("NAME"))
        world.isTerminal = true
        #expect(world.run("profile", "list").output.hasPrefix("[less]\n\u{1B}[1mNAME"))
        world.environment["PAGER"] = ""
        world.environment["NO_COLOR"] = "1"
        #expect(world.run("profile", "list").output.hasPrefix("NAME"))
    }
}
