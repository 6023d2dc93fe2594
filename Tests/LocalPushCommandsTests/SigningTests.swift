import CommandLineKit
import Glibc
import LinuxSystem
import LocalPushModel
import PreferencesStore
import StrictJSON
import TestSupport
import Testing

/// Profiles that are issued, signed, verified and applied.
struct SigningTests {
    let authority: Authority
    let world: TestWorld

    init() throws {
        authority = try Authority()
        try authority.addSigner("admin")
        world = try TestWorld()
        world.programPath = Repository.program("localpush")
        // Later than the making of every certificate.
        world.time = WallClock.now / 1_000_000_000 + 3600
    }

    func trust() throws {
        try FileSystem.makeFolders(world.folder("trust.d"), mode: 0o755)
        try world.folder.write("trust.d/ca.pem", try FileContents.text(authority("ca.pem")))
    }

    func profile(_ issue: String = "{}", ssid: String = "Deck 3") throws -> String {
        try world.folder.write(
            "ship.json",
            """
            {"name": "ship", "matchSSIDs": ["\(ssid)"], "providerBundleIdentifier": "com.example.P",
             "issue": \(issue)}
            """)
    }

    /// Signs a profile; returns the signed file.
    func sign(
        _ issue: String = "{}", ssid: String = "Deck 3", by signer: String = "admin"
    ) throws -> String {
        let file = try profile(issue, ssid: ssid)
        let outcome = world.run(
            "sign", file, "--key", authority("\(signer).key"), "--cert",
            authority("\(signer).pem"), "-o", world.folder("ship.p7m"))
        try #require(outcome.status == 0, "\(outcome.errors)")
        return world.folder("ship.p7m")
    }

    private func reason(_ file: String) throws -> JSONValue? {
        let outcome = world.run("verify", file, "--trust", authority("ca.pem"), "--json")
        #expect((outcome.status == 0) == (try outcome.json["reason"] == .null))
        return try outcome.json["reason"]
    }

    @Test func `what is signed here, stock openssl verifies, and gives the very bytes`() throws {
        let file = try sign()
        try authority.openssl(
            "cms -verify -inform DER -in \(file) -CAfile ca.pem -out contents")
        #expect(
            try FileContents.read(authority("contents"))
                == FileContents.read(world.folder("ship.json")))
        #expect(try FileStatus(of: file).permissions == 0o600)
    }

    @Test func `certificates between the signer and who is trusted go along with --chain`() throws {
        try authority.addSigner("office", isAuthority: true)
        try authority.addSigner("clerk", by: "office")
        #expect(try reason(try sign(by: "clerk")) == "untrusted")
        let file = world.folder("chained.p7m")
        let outcome = world.run(
            "sign", try profile(), "--key", authority("clerk.key"), "--cert",
            authority("clerk.pem"), "--chain", authority("office.pem"), "-o", file)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try reason(file) == .null)
        try authority.openssl("cms -verify -inform DER -in \(file) -CAfile ca.pem -out contents")
    }

    @Test(arguments: ["", " -stream", " -nosmimecap -md sha512"])
    func `what stock openssl signs is verified here`(_ options: String) throws {
        let file = try profile()
        try authority.openssl(
            "cms -sign -binary -nodetach -outform DER -in \(file) -signer admin.pem -inkey admin.key "
                + "-out signed\(options)")
        let outcome = world.run(
            "verify", authority("signed"), "--trust", authority("ca.pem"), "--json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try outcome.json["signer"] == "CN=admin,O=Ship")
        #expect(try outcome.json["verified"] == true)
    }

    @Test func `a file of certificates that cannot be read is named`() throws {
        try trust()
        let file = try sign()
        let bad = try world.folder.write("trust.d/bad.pem", "-----BEGIN CERTIFICATE-----\n!")
        for outcome in [world.run("apply", file), world.run("verify", file, "--trust", bad)] {
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("cannot trust \(bad): "), "\(outcome.errors)")
        }
    }

    @Test func `the reasons against a file are told apart`() throws {
        #expect(try reason(try sign()) == .null)
        #expect(try reason(try profile()) == "unsigned")
        let other = try Authority()
        let signed = try sign()
        let untrusted = world.run("verify", signed, "--trust", other("ca.pem"), "--json")
        #expect(untrusted.status == 10)
        #expect(try untrusted.json["reason"] == "untrusted")
        #expect(try world.run("verify", signed, "--json").json["reason"] == "untrusted")
        #expect(
            try reason(try sign(#"{"target": {"hostNames": ["desk-*"]}}"#)) == "wrongTarget")
        #expect(try reason(try sign(#"{"target": {"hostNames": ["TABLET-?"]}}"#)) == .null)
        #expect(try reason(try sign(#"{"notAfter": "2026-01-01"}"#)) == "expired")
        #expect(try reason(try sign(#"{"notBefore": "2199-01-01"}"#)) == "expired")
    }

    @Test func `a signer whose certificate is over is expired, not untrusted`() throws {
        let file = try sign()
        world.time += 25 * 86_400
        #expect(try reason(file) == "expired")
        let other = try Authority()
        let outcome = world.run("verify", file, "--trust", other("ca.pem"), "--json")
        #expect(try outcome.json["reason"] == "untrusted")
    }

    @Test func `a signer whose authority is over is expired too`() throws {
        try trust()
        try authority.openssl("x509 -in ca.pem -signkey ca.key -days -1 -out over.pem")
        try world.folder.write("trust.d/ca.pem", try FileContents.text(authority("over.pem")))
        let outcome = world.run("apply", try sign())
        #expect(outcome.status == 10)
        #expect(
            outcome.errors.contains(": expired: the signer's certificate, or one above it, is not"))
    }

    @Test func `every changed byte is noticed`() throws {
        let file = try sign()
        let bytes = try FileContents.read(file)
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "Deck 3".utf8) })
        for index in [place, place + 5, bytes.count - 1, bytes.count - 20] {
            var changed = bytes
            changed[index] ^= 1
            let path = authority("changed")
            try FileDescriptor.open(path, 0o1101, mode: 0o600).writeAll(changed)
            #expect(try reason(path) == "tampered", "byte \(index)")
        }
        try FileDescriptor.open(authority("longer"), 0o1101, mode: 0o600).writeAll(bytes + [0])
        #expect(try reason(authority("longer")) == "tampered")
    }

    @Test func `a signed file is applied as it is, kept, and shown with its signer`() throws {
        try trust()
        let file = try sign(#"{"identifier": "com.example.ship", "version": 2}"#)
        let outcome = world.run("apply", file)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let record = try #require(try world.stored().signatures.values.first)
        #expect(record.signer == "CN=admin,O=Ship")
        let kept = world.storePath() + ".signed/\(record.digest).p7m"
        #expect(try FileContents.read(kept) == FileContents.read(file))
        let shown = world.run("profile", "show", "ship").output
        #expect(shown.contains("by CN=admin,O=Ship"))
        #expect(shown.contains("digest sha256:\(record.digest)"))
        #expect(shown.contains("com.example.ship, version 2"))
        #expect(world.run("apply", file).output == "nothing to do\n")
        world.run("profile", "disable", "ship")
        #expect(world.run("profile", "show", "ship").output.contains("admin,O=Ship, changed since"))
        world.run("profile", "remove", "ship")
        #expect(throws: SystemError.self) { try FileStatus(of: kept) }
    }

    @Test func `an older version, another signer and no signer are refused`() throws {
        try trust()
        try authority.addSigner("other")
        #expect(world.run("apply", try sign(#"{"version": 2}"#)).status == 0)
        func refused(_ file: String) throws -> JSONValue? {
            let outcome = world.run("apply", file, "--json")
            #expect(outcome.status == 10)
            guard case .array(let errors) = try outcome.json["errors"] else { return nil }
            return errors.first?["reason"]
        }
        #expect(try refused(try sign(#"{"version": 1}"#)) == "rolledBack")
        #expect(try reason(try sign(#"{"version": 1}"#)) == "rolledBack")
        #expect(try refused(try sign(#"{"version": 3}"#, by: "other")) == "untrusted")
        #expect(try refused(try profile(#"{"version": 3}"#)) == "unsigned")
        #expect(world.run("diff", try profile(#"{"version": 3}"#)).status == 10)
        #expect(world.run("apply", try sign(#"{"version": 3}"#, ssid: "Deck 4")).status == 0)
        #expect(try world.stored().profiles[0].issue?.version == 3)
    }

    @Test func `the same identifier under another name cannot roll back either`() throws {
        let name = "ship"
        #expect(
            world.run("apply", try profile(#"{"identifier": "x", "version": 2}"#)).status == 0)
        world.run("profile", "rename", name, "boat")
        #expect(world.run("apply", try profile(#"{"identifier": "x", "version": 1}"#)).status == 10)
        #expect(world.run("apply", try profile(#"{"identifier": "y", "version": 1}"#)).status == 0)
    }

    @Test func `what is there stays when its time is over, and is told so`() throws {
        try trust()
        let file = try sign(#"{"notAfter": "2199-01-01"}"#)
        #expect(world.run("apply", file).status == 0)
        world.time = 7_300_000_000
        let shown = world.run("profile", "show", "ship")
        #expect(shown.status == 0)
        #expect(shown.errors.contains("it stays in force"))
    }

    @Test func `a device that requires signatures takes nothing else`() throws {
        try trust()
        try world.folder.write("policy.json", #"{"requireSigned": true}"#)
        #expect(world.run("apply", try profile()).status == 10)
        #expect(world.run("apply", try sign()).status == 0)
        #expect(world.add("other").status == 5)
        let change = world.run("profile", "set", "ship", "--host", "a.example")
        #expect(change.status == 5)
        #expect(change.errors.contains("this device takes signed profiles only"))
        #expect(world.run("profile", "disable", "ship").status == 0)
        try world.folder.write("policy.json", #"{"requireSignd": true}"#)
        let outcome = world.run("apply", try sign(ssid: "x"))
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("requireSignd: unknown key"))
    }

    @Test func `a policy that cannot be looked at does not count as none`() throws {
        try #require(symlink("loop", world.folder("loop")) == 0)
        #expect(throws: StoreError.self) {
            try DevicePolicy(file: world.folder("loop/policy.json"))
        }
        #expect(throws: Never.self) { try DevicePolicy(file: world.folder("none/policy.json")) }
    }

    @Test func `the signed file of a change that is taken back goes with it`() throws {
        try trust()
        #expect(world.run("apply", try sign()).status == 0)
        let folder = world.storePath() + ".signed"
        let kept = try FileSystem.names(in: folder)
        world.reply = { _ in .line(Array("n".utf8)) }
        world.run("apply", try sign(ssid: "Deck 4"), "--confirm-within", "60")
        #expect(try world.stored().profiles[0].matchSSIDs.map(\.text) == ["Deck 3"])
        #expect(try FileSystem.names(in: folder) == kept)
    }

    @Test func `an export can be issued`() throws {
        world.add("ship")
        let export = try world.run(
            "profile", "export", "ship", "--issue", "com.example.ship", "--issue-version", "3",
            "--not-after", "2027-01-01", "--for-host", "tablet-*"
        ).json
        guard case .array(let profiles) = export else { throw InvalidValue("no array") }
        #expect(
            profiles[0]["issue"] == [
                "identifier": "com.example.ship", "version": 3, "notAfter": "2027-01-01T00:00:00Z",
                "target": ["hostNames": ["tablet-*"]],
            ])
        world.add("boat")
        #expect(world.run("profile", "export", "--issue", "x").status == 2)
        #expect(world.run("profile", "export", "ship", "--issue", "a b").status == 2)
    }

    @Test func `a key that does not belong to the certificate signs nothing`() throws {
        try authority.addSigner("other")
        let outcome = world.run(
            "sign", try profile(), "--key", authority("other.key"), "--cert",
            authority("admin.pem"), "--output", world.folder("out"))
        #expect(outcome.status == 1)
        #expect(throws: SystemError.self) { try FileStatus(of: world.folder("out")) }
    }
}
