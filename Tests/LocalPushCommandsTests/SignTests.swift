import CommandLineKit
import Glibc
import LinuxSystem
import LocalPushModel
import TestSupport
import Testing

/// What `sign` does with what it is given, and what is said of files that others signed.
struct SignTests {
    private let authority: Authority
    private let world: TestWorld
    private let file: String

    init() throws {
        authority = try Authority()
        try authority.addSigner("admin")
        world = try TestWorld()
        world.programPath = Repository.program("localpush")
        file = try authority.folder.write(
            "ship.json",
            #"{"name": "ship", "matchSSIDs": ["x"], "providerBundleIdentifier": "com.example.P"}"#)
    }

    private func sign(to output: String, key: String = "admin.key", _ more: String...) -> Outcome {
        let words =
            ["sign", file, "--key", authority(key), "--cert", authority("admin.pem"), "-o", output]
            + more
        return world.run(words.map { Argument($0) })
    }

    @Test func `what is no file is not replaced by one`() throws {
        let link = authority("null")
        try #require(symlink("/dev/null", link) == 0)
        for output in [link, authority.folder.path] {
            let outcome = sign(to: output)
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("\(output): it is not a regular file"))
        }
        #expect(try FileSystem.target(ofLink: link) == "/dev/null")
    }

    @Test func `standard output takes the signed file, and nothing beside it`() throws {
        let outcome = sign(to: "-")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.bytes.starts(with: [0x30, 0x82]) && outcome.errors.isEmpty)
        #expect(sign(to: "-", "--json").status == 2)
    }

    @Test func `what cannot sign is named`() throws {
        try authority.addSigner("other")
        for key in ["other.key", "admin.pem"] {
            let outcome = sign(to: authority("out"), key: key)
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("the key in \(authority(key))"))
            #expect(outcome.errors.contains("the certificate in \(authority("admin.pem"))"))
        }
    }

    @Test(arguments: ["PEM", "SMIME"]) func `a signed file that is no DER is told so`(
        _ form: String
    ) throws {
        try authority.openssl(
            "cms -sign -binary -nodetach -outform \(form) -in ship.json -signer admin.pem "
                + "-inkey admin.key -out signed")
        for command in ["verify", "apply"] {
            let outcome = world.run(command, authority("signed"))
            #expect(outcome.status == 10)
            #expect(outcome.errors.contains("-outform DER"), "\(outcome.errors)")
        }
    }

    @Test func `a signature without what it signs is told so`() throws {
        try authority.openssl(
            "cms -sign -binary -outform DER -in ship.json -signer admin.pem -inkey admin.key "
                + "-out signed")
        let outcome = world.run("verify", authority("signed"))
        #expect(outcome.status == 10)
        #expect(outcome.errors.contains("it is detached from what was signed"))
    }

    @Test func `who has no passphrase to give is asked for it once`() throws {
        try authority.openssl("pkey -in admin.key -aes256 -passout pass:hello -out locked.key")
        let terminal = try RealTerminal()
        let outcome = try terminal.run([
            "/usr/bin/setsid", "--wait", "/bin/sh", "-c",
            "localpush sign \(file) --key \(authority("locked.key")) --cert \(authority("admin.pem")) "
                + "-o \(authority("out")) </dev/null",
        ])
        #expect(outcome.shown.count(of: "Passphrase of the key:") == 1, "\(outcome.shown)")
        #expect((try? FileStatus(of: authority("out"))) == nil)
    }
}

extension String {
    /// How often `text` is in it.
    fileprivate func count(of text: String) -> Int {
        let (all, part) = (Array(utf8), Array(text.utf8))
        return all.indices.filter { all[$0...].starts(with: part) }.count
    }
}
