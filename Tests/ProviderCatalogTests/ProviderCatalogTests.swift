import Foundation
import LinuxSystem
import LocalPushModel
import ProviderCatalog
import Testing

/// Real folders and real files, with this user as their owner.
struct ProviderCatalogTests {
    private let root: String
    private let first: String
    private let second: String

    init() throws {
        // Below the home of root or the user: every folder above must be safe.
        let name = "localpush-test-\(UUID().uuidString)"
        root = URL(filePath: NSHomeDirectory()).appending(path: name).path
        first = "\(root)/etc"
        second = "\(root)/lib"
        for folder in [first, second] {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o755])
        }
    }

    private func catalog(_ scope: Scope = .user) -> ProviderCatalog {
        ProviderCatalog(
            ProviderLocations(scope: scope, folders: [first, second], owner: geteuid()))
    }

    private func write(_ text: String, to path: String, mode: Int = 0o644) throws {
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private func install(
        _ identifier: String = "com.example.P", in folder: String? = nil, extra: String = ""
    ) throws {
        let program = "\(root)/agent"
        try write("#!/bin/sh\n", to: program, mode: 0o755)
        try write(
            "{\"bundleIdentifier\": \"\(identifier)\", \"executable\": [\"\(program)\"]\(extra)}",
            to: "\(folder ?? second)/\(identifier).json")
    }

    private func problems(_ scope: Scope = .user) throws -> [String] {
        let identifier = try BundleIdentifier("com.example.P")
        return try #require(catalog(scope).provider(identifier)).problems
    }

    private func cleanUp() { try? FileManager.default.removeItem(atPath: root) }

    @Test func `an installed provider is found and can be run`() throws {
        defer { cleanUp() }
        try install()
        let found = catalog().providers()
        #expect(found.map(\.bundleIdentifier.text) == ["com.example.P"])
        #expect(found[0].problems == [])
        #expect(found[0].manifest?.kind.word == "session")
    }

    @Test(arguments: [Scope.system, .user])
    func `a provider that systemd runs can be run in both scopes, and names no user`(
        _ scope: Scope
    ) throws {
        defer { cleanUp() }
        let file = "\(first)/com.example.P.json"
        let manifest = """
            "bundleIdentifier": "com.example.P", "type": "systemd", "unit": "lamp.service"
            """
        try write("{\(manifest)}", to: file)
        #expect(try problems(scope) == [])
        try write("{\(manifest), \"user\": \"lamp\"}", to: file)
        #expect(
            try problems(scope) == ["\"user\" is not allowed: the unit says whom it runs as"])
    }

    @Test func `a manifest in an earlier folder hides one in a later`() throws {
        defer { cleanUp() }
        try install(in: second)
        try install(in: first, extra: ", \"type\": \"simple\"")
        #expect(catalog().providers().map { $0.manifest?.kind.word } == ["simple"])
    }

    @Test func `a link to the null device hides a provider`() throws {
        defer { cleanUp() }
        try install()
        try FileManager.default.createSymbolicLink(
            atPath: "\(first)/com.example.P.json", withDestinationPath: "/dev/null")
        #expect(catalog().providers() == [])
        #expect(catalog().provider(try BundleIdentifier("com.example.P")) == nil)
    }

    @Test func `a judgement holds until anything it rests on changes`() throws {
        defer { cleanUp() }
        let identifier = try BundleIdentifier("com.example.P")
        try install()
        let found = { () throws in try #require(catalog().provider(identifier)) }
        try write("x", to: "\(second)/unrelated")
        let judgement = try found()
        #expect(judgement.isStillUsable)
        let changes: [() throws -> Void] = [
            { try install(in: first) }, { try install(in: first, extra: " ") },
            { try write("#!/bin/sh\nexit\n", to: "\(root)/agent", mode: 0o755) },
            { chmod(root, 0o777) }, { chmod("\(root)/agent", 0o644) },
            { try FileManager.default.removeItem(atPath: "\(root)/agent") },
        ]
        for (number, change) in changes.enumerated() {
            chmod(root, 0o755)
            chmod("\(root)/agent", 0o755)
            let before = try found()
            #expect(before.isStillUsable)
            try change()
            #expect(!before.isStillUsable, "change \(number)")
        }
    }

    @Test func `a manifest that others may write is refused`() throws {
        defer { cleanUp() }
        try install()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o666], ofItemAtPath: "\(second)/com.example.P.json")
        #expect(try problems().first?.contains("others may write") == true)
    }

    @Test func `an executable in a folder that others may write is refused`() throws {
        defer { cleanUp() }
        try install()
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: root)
        #expect(try problems().contains { $0.contains("others may write") })
    }

    @Test func `an executable that is missing or cannot be executed is refused`() throws {
        defer { cleanUp() }
        try install()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: "\(root)/agent")
        #expect(try problems().first?.contains("is not executable") == true)
        try FileManager.default.removeItem(atPath: "\(root)/agent")
        #expect(try problems().first?.contains("does not exist") == true)
    }

    @Test func `system scope needs a user, user scope allows none`() throws {
        defer { cleanUp() }
        try install()
        #expect(try problems(.system).first?.contains("\"user\" is missing") == true)
        try install(extra: ", \"user\": \"nobody\"")
        #expect(try problems(.system) == [])
        #expect(try problems(.user).first?.contains("\"user\" is not allowed") == true)
    }

    @Test func `a containing app in system scope is worth a warning`() throws {
        defer { cleanUp() }
        try install(extra: ", \"user\": \"nobody\", \"containingApp\": \"com.example.App\"")
        let found = try #require(catalog(.system).providers().first)
        #expect(found.isUsable)
        #expect(found.warnings.first?.contains("containingApp") == true)
    }

    @Test func `two providers of one user are worth a warning`() throws {
        defer { cleanUp() }
        let user = ", \"user\": \"nobody\""
        try install(extra: user)
        try install("com.example.Q", extra: user)
        let found = catalog(.system).providers()
        #expect(found.map { $0.warnings.count } == [1, 1])
        #expect(found.first?.warnings.first?.contains("com.example.Q") == true)
        try install("com.example.Q", extra: ", \"user\": \"daemon\"")
        #expect(catalog(.system).providers().allSatisfy { $0.warnings.isEmpty })
    }

    @Test func `a user whom the machine does not have is worth a warning`() throws {
        defer { cleanUp() }
        try install(extra: ", \"user\": \"nobody\"")
        #expect(try #require(catalog(.system).providers().first).warnings == [])
        try install(extra: ", \"user\": \"nobod\"")
        let found = try #require(catalog(.system).providers().first)
        #expect(found.isUsable, "a name service may know it")
        #expect(found.warnings.first?.contains("no user nobod ") == true)
    }

    @Test(arguments: [
        ("{", "1:2"),
        (
            "{\"bundleIdentifier\": \"com.example.Q\", \"executable\": [\"/bin/sh\"]}",
            "must be named"
        ),
        ("{\"bundleIdentifier\": \"com.example.P\"}", "\"executable\" is missing"),
        ("{\"bundleIdentifier\": \"com.example.P\", \"executable\": [\"sh\"]}", "absolute path"),
        ("{\"bundleIdentifier\": \"com.example.P\", \"executable\": []}", "absolute path"),
        (
            "{\"bundleIdentifier\": \"com.example.P\", \"executable\": [\"/bin/sh\"], \"typ\": 1}",
            "did you mean \"type\"?"
        ),
        (
            "{\"bundleIdentifier\": \"com.example.P\", \"executable\": [\"/bin/sh\"], "
                + "\"bonjourServices\": [\"http\"]}", "bonjourServices[0]"
        ),
    ])
    func `a bad manifest is refused with the reason`(_ text: String, _ reason: String) throws {
        defer { cleanUp() }
        try write(text, to: "\(second)/com.example.P.json")
        let problems = try problems()
        #expect(problems.first?.contains(reason) == true, "\(problems)")
    }

    @Test func `the fingerprint changes with the executable`() throws {
        defer { cleanUp() }
        try install()
        let before = catalog().providers()[0].fingerprint
        #expect(catalog().providers()[0].fingerprint == before)
        try write("#!/bin/sh\nexit 1\n", to: "\(root)/agent", mode: 0o755)
        #expect(catalog().providers()[0].fingerprint != before)
    }

    @Test func `a file that is an argument may change without the provider being another`() throws {
        defer { cleanUp() }
        try write("#!/bin/sh\n", to: "\(root)/agent", mode: 0o755)
        try write("first", to: "\(root)/record")
        try write(
            """
            {"bundleIdentifier": "com.example.P", "executable": ["\(root)/agent", "\(root)/record"]}
            """, to: "\(second)/com.example.P.json")
        let before = catalog().providers()[0].fingerprint
        try write("second, longer", to: "\(root)/record")
        #expect(catalog().providers()[0].fingerprint == before)
    }
}
