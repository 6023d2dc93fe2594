import CommandLineKit
import LinuxSystem
import LocalPushModel
import PreferencesStore
import StrictJSON
import TestSupport
import Testing

/// What is told of signed files, whether or not anybody trusts them.
extension SigningTests {
    @Test func `programs are told the signer, the digest and the issue of what is installed`()
        throws
    {
        try trust()
        let signed = try sign(#"{"identifier": "com.example.ship", "version": 2}"#)
        #expect(world.run("apply", signed).status == 0)
        world.add("boat")
        let record = try #require(try world.stored().signatures.values.first)
        let kept = world.storePath() + ".signed/\(record.digest).p7m"
        func signature(isChanged: Bool, file: JSONValue) -> JSONValue {
            [
                "signer": "CN=admin,O=Ship", "key": .string(record.key),
                "digest": .string(record.digest), "isChanged": .bool(isChanged), "file": file,
            ]
        }
        func list() throws -> [JSONValue] {
            let document = try world.run("profile", "list", "--json").json
            guard case .array(let profiles) = document else { throw InvalidValue("no array") }
            return profiles
        }
        #expect(try list()[0]["signature"] == signature(isChanged: false, file: .string(kept)))
        #expect(try list()[0]["issue"] == ["identifier": "com.example.ship", "version": 2])
        #expect(try list()[1]["name"] == "boat" && list()[1]["signature"] == nil)
        world.run("profile", "disable", "ship")
        try FileSystem.remove(kept)
        // A change moves it to the end.
        let changed = signature(isChanged: true, file: .null)
        #expect(try list()[1]["signature"] == changed)
        let why = ["profile", "show", "--why", "--json"] as [Argument]
        #expect(try world.run(why + ["ship"]).json["signature"] == changed)
        #expect(try world.run(why + ["boat"]).json["signature"] == .null)
        #expect(
            try world.run("profile", "show", "ship", "--json").json
                == world.stored().profiles[1].json)
        #expect(!world.run("profile", "show", "ship").output.contains("kept at"))
    }

    @Test func `that somebody has signed what is there already is noted, once`() throws {
        try trust()
        #expect(world.run("apply", try profile()).status == 0)
        world.add("boat")
        let file = try sign()
        #expect(world.run("diff", file).output == "~ ship: signed by CN=admin,O=Ship\n")
        #expect(world.run("apply", file, "--dry-run").output.hasSuffix("1 to note as signed\n"))
        #expect(try world.stored().signatures.isEmpty)
        let applied = try world.run("apply", file, "--json").json
        #expect(applied["changed"] == true)
        let record = try #require(try world.stored().signatures.values.first)
        #expect(try FileSystem.names(in: world.storePath() + ".signed") == ["\(record.digest).p7m"])
        #expect(try world.stored().profiles.map(\.name.text) == ["ship", "boat"])
        #expect(world.run("apply", file).output == "nothing to do\n")
        // A file that nobody signed takes nothing of that away.
        #expect(world.run("apply", try profile()).output == "nothing to do\n")
        #expect(try world.stored().signatures.count == 1)
    }

    @Test func `a signed file is valid whoever signed it, when it is whole and so is its profile`()
        throws
    {
        let file = try sign()
        #expect(world.run("profile", "validate", file).output == "\(file): signed, valid: ship\n")
        let folder = world.run("profile", "validate", world.folder.path)
        #expect(folder.output.contains("ship.json: valid: ship\n"), "\(folder)")
        #expect(folder.output.contains("ship.p7m: signed, valid: ship\n"))
        let bytes = try FileContents.read(file)
        try FileDescriptor.open(file, 0o1001).writeAll(
            bytes.dropLast(9) + [0, 1, 2, 3, 4, 5, 6, 7, 8])
        let broken = world.run("profile", "validate", file, "--json")
        #expect(broken.status == 10)
        guard case .array(let files) = try broken.json["files"] else { return #expect(Bool(false)) }
        #expect(files[0]["signed"] == true && files[0]["valid"] == false)
        #expect(files[0]["problem"]?.string?.hasPrefix("tampered: ") == true)
    }

    @Test func `the profile in a signed file is validated with its places`() throws {
        let file = try world.folder.write("x.json", "{\"name\": \"-\",\n \"isEnabled\": 1}")
        try authority.openssl(
            "cms -sign -binary -nodetach -outform DER -in \(file) -signer admin.pem -inkey admin.key "
                + "-out signed")
        let outcome = world.run("profile", "validate", authority("signed"))
        #expect(outcome.status == 10)
        #expect(outcome.output.contains("signed:1:10: name: "), "\(outcome.output)")
        #expect(outcome.output.contains("signed:2:15: isEnabled: expected true or false"))
    }
}
