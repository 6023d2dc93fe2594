import CommandLineKit
import LinuxSystem
import LocalPushModel
import PreferencesStore
import StrictJSON
import TestSupport
import Testing

struct ProfileAddTests {
    @Test func `a profile is stored as it was asked for`() throws {
        let world = try TestWorld()
        let outcome = world.run(
            "profile", "add", "cruise-ship", "--ssid", "Cruise Ship Wi-Fi", "--ssid-hex",
            "73686970ff",
            "--provider", simplePush, "--host", "cruiseship.example.com", "--set", "port=4222",
            "--set", "tls.pinned=true", "--set-string", "room=12", "--set", "greeting=hello there",
            "--description", "Aboard", "--disabled")
        #expect(outcome.status == 0)
        #expect(outcome.output == "added cruise-ship\n")
        #expect(outcome.errors.contains("not running"))
        let shown = try world.run("profile", "show", "cruise-ship", "--json").json
        #expect(
            shown == [
                "name": "cruise-ship", "localizedDescription": "Aboard",
                "matchSSIDs": ["Cruise Ship Wi-Fi", ["hex": "73686970ff"]],
                "providerBundleIdentifier": .string(simplePush), "isEnabled": false,
                "providerConfiguration": [
                    "host": "cruiseship.example.com", "port": 4222, "tls": ["pinned": true],
                    "room": "12", "greeting": "hello there",
                ],
            ])
    }

    @Test func `an SSID arrives byte for byte`() throws {
        let world = try TestWorld()
        let bytes: [UInt8] = [0xFF, 0x20, 0x1B, 0x22, 0x5C]
        let words: [Argument] = [
            "profile", "add", "raw", "--ssid", Argument(bytes: bytes), "--provider=com.example.P",
        ]
        #expect(world.run(words).status == 0)
        #expect(try world.stored().profiles[0].matchSSIDs.map(\.bytes) == [bytes])
    }

    @Test func `the identical profile is added for nothing, a different one is refused`() throws {
        let world = try TestWorld()
        world.add("ship", "--ssid", "Harbor")
        let before = try FileContents.read(world.storePath())
        let again = world.run(
            "profile", "add", "ship", "--ssid", "Harbor", "--ssid", "Deck 3", "--provider",
            simplePush
        )
        #expect(again.status == 0)
        #expect(again.output == "nothing to do\n")
        #expect(try FileContents.read(world.storePath()) == before)
        let other = world.add("ship")
        #expect(other.status == 6)
        #expect(other.errors.contains("there is a different profile ship already"))
        #expect(try FileContents.read(world.storePath()) == before)
    }

    @Test(arguments: [
        (["--ssid", "s"], "--provider PROVIDER is missing"),
        (["--provider", "com.example.P"], "at least one --ssid SSID is needed"),
        (["--provider", "com.example.P", "--ssid", ""], "1 to 32 octets, this one has 0"),
        (["--provider", "P", "--ssid", "s"], "is not a bundle identifier"),
        (["--provider", "com.example.P", "--ssid-hex", "0"], "hexadecimal"),
        (["--provider", "com.example.P", "--ssid", "s", "--host", "a b"], "not a host name"),
        (["--provider", "com.example.P", "--ssid", "s", "--set", "a"], "write KEY=VALUE"),
        (["--provider", "com.example.P", "--ssid", "s", "--set", "a..b=1"], "a key is empty"),
        (["--provider", "com.example.P", "--ssid", "s", "--set", "host=1"], "expected a string"),
        (
            ["--provider", "com.example.P", "--ssid", "s", "--set", "a=1", "--set", "a.b=1"],
            "a is not an object"
        ),
        (["--provider", "com.example.P", "--ssid", "s", "--ssid", "s"], "listed twice"),
    ])
    func `a bad value is refused with its reason`(_ words: [String], _ reason: String) throws {
        let world = try TestWorld()
        let outcome = world.run((["profile", "add", "ship"] + words).map { Argument($0) })
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(outcome.bytes.isEmpty)
        #expect(try world.stored().profiles.isEmpty)
    }

    @Test func `a name that is no name is refused`() throws {
        let outcome = try TestWorld().add("../ship")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("does not start with a letter or digit"))
    }

    @Test func `JSON tells what came of it`() throws {
        let world = try TestWorld()
        let first = try world.add("ship", "--json").json
        #expect(first["changed"] == true)
        #expect(first["generation"] == 1)
        #expect(first["scope"] == "user")
        #expect(first["service"] == "notRunning")
        #expect(first["profile"]?["name"] == "ship")
        #expect(try world.add("ship", "--json").json["changed"] == false)
    }

    @Test func `root adds to the system scope, and each to the other's when told`() throws {
        let world = try TestWorld()
        world.user = 0
        world.add("a")
        world.add("b", "--user")
        world.user = 1000
        world.add("c", "--system")
        world.add("d", "--store", world.folder("elsewhere.json"))
        #expect(try world.stored(.system).profiles.map(\.name.text) == ["a", "c"])
        #expect(try world.stored(.user).profiles.map(\.name.text) == ["b"])
        #expect(try FileContents.text(world.folder("elsewhere.json")).contains("\"d\""))
    }

    @Test func `LOCALPUSH_STORE takes the store's place`() throws {
        let world = try TestWorld()
        world.environment["LOCALPUSH_STORE"] = world.folder("mine.json")
        world.add("ship")
        #expect(try FileContents.text(world.folder("mine.json")).contains("\"ship\""))
        #expect(world.run("profile", "list").output.contains("ship"))
        #expect(try world.stored().profiles.isEmpty)
    }

    @Test func `a managed profile of the same name is named`() throws {
        let world = try TestWorld()
        let file = try world.manage("ship", profileText("ship"))
        let outcome = world.add("ship", ssid: "Harbor")
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains(file))
    }

    @Test func `a placeholder for a hidden value is not taken for the value`() throws {
        let world = try TestWorld()
        world.add("ship", "--set", "password=secret")
        let shown = world.run("profile", "show", "ship").output
        let line = shown.split(separator: "\n").first { $0.contains("password = ") }
        let placeholder = try #require(line?.split(separator: " = ").last)
        let outcome = world.run("profile", "set", "ship", "--set", "password=\(placeholder)")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("hidden"))
    }

    @Test(arguments: ["a={\"b\": [\"PLACEHOLDER\"]}", "a=\"PLACEHOLDER\"", "a=[[\"PLACEHOLDER\"]]"])
    func `a placeholder within a value is found as well`(assignment: String) throws {
        let world = try TestWorld()
        let value = assignment.replacing("PLACEHOLDER", with: "(hidden; --show-secrets shows it)")
        let outcome = world.add("ship", "--set", value)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("hidden"))
    }
}
