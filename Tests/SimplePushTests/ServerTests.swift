import Certificates
import Glibc
import LinuxSystem
import LocalPushModel
import NATSClient
import StrictJSON
import TestSupport
import Testing

@testable import SimplePush

/// The server's folder, its configuration, enrolling and revoking: with the program itself and a real
/// nats-server.
struct ServerTests {
    private func info(_ server: MailServer, _ device: String) throws -> (JSONValue, JSONValue) {
        let provider = try server.provider()
        let stream = try provider.call("STREAM.INFO.MBX_\(device)")
        let consumer = try provider.call("CONSUMER.INFO.MBX_\(device).agent")
        return (stream, consumer)
    }

    @Test func `the layout is in force after enrolling`() throws {
        let server = try MailServer()
        try server.enroll("dev1", options: ["--max-messages", "7", "--max-age", "2h"])
        let (stream, consumer) = try info(server, "dev1")
        var limits = MailboxLimits()
        limits.messages = 7
        limits.age = .seconds(7200)
        let layout = MailboxLayout(
            mailbox: Mailbox(device: try DeviceName("dev1")), limits: limits)
        for (key, value) in layout.stream { #expect(stream["config"]?[key] == value, "\(key)") }
        for (key, value) in layout.consumer {
            #expect(consumer["config"]?[key] == value, "\(key)")
        }
        let claims = try server.provider().call("STREAM.INFO.CLAIMS")
        for (key, value) in MailboxLayout.claims {
            #expect(claims["config"]?[key] == value, "\(key)")
        }
    }

    @Test func `enrolling again keeps the mail and changes the password`() throws {
        let server = try MailServer()
        try server.enroll("dev1")
        let before = try server.target("dev1")
        _ = try server.provider().publish(.init("push.dev1.a.b", body: [1]))
        try server.enroll("dev1")
        #expect(try server.state(of: "dev1")["messages"] == 1)
        #expect(try server.target("dev1").password != before.password)
        #expect(throws: (any Error).self) { try ServerSession(before) }
        _ = try ServerSession(try server.target("dev1"))
    }

    @Test(.timeLimit(.minutes(1)))
    func `a server that is told to end does, even where nats-server hangs`() throws {
        let server = try MailServer()
        server.pause()
        server.stop()
        #expect(server.log.contains("nats-server does not end, and is killed"), "\(server.log)")
    }

    /// Takes the room for more in a folder: a full disk stops root too, others a mode is enough for.
    private static func close(_ folder: String) throws {
        guard ProcessIdentity.effectiveUser == 0 else {
            return try #require(chmod(folder, 0o500) == 0)
        }
        let mount = ProcessDescription(
            executable: "/usr/bin/mount",
            arguments: ["mount", "-t", "tmpfs", "-o", "size=4k,mode=0755", "tmpfs", folder],
            environment: [:])
        try #require(try ChildProcess.spawn(mount).wait() == .exited(0))
        let filler = try FileDescriptor.open(folder + "/filler", O_WRONLY | O_CREAT, mode: 0o600)
        while (try? filler.writeAll([UInt8](repeating: 0, count: 4096))) != nil {}
    }

    private static func open(_ folder: String) {
        umount2(folder, Int32(MNT_DETACH))
        chmod(folder, 0o700)
    }

    private static let canClose: Bool = {
        guard let folder = try? TemporaryFolder() else { return false }
        defer { open(folder.path) }
        return (try? close(folder.path)) != nil
    }()

    @Test(.enabled(if: canClose, "root needs the right to mount"))
    func `a server that cannot store a mailbox is told with where, why and what to do`() throws {
        let server = try MailServer()
        let folder = server.serverFolder.files.mailboxes
        try Self.close(folder)
        defer { Self.open(folder) }
        let outcome = server.run(["enroll", "dev1", "--output", server.folder("keys")])
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.contains("the server could not store a mailbox in \(folder), where"),
            "\(outcome.errors)")
        #expect(outcome.errors.contains("KiB are free: "))
        #expect(outcome.errors.contains("Make room on its disk, then enroll again"))
        #expect(try FileSystem.names(in: server.folder("keys")).isEmpty)
    }

    @Test(
        .enabled(if: canClose && ProcessIdentity.effectiveUser == 0, "needs the right to mount"))
    func `who cannot send is told that the server's disk is full, if it is`() throws {
        let server = try MailServer()
        try server.enroll("dev1")
        _ = try server.provider().call("STREAM.DELETE.MBX_dev1")
        let send = ["send", "--to", "dev1", "--text", "hi"]
        #expect(!server.run(send).errors.contains("disk"))
        let folder = server.serverFolder.files.mailboxes
        try Self.close(folder)
        defer { Self.open(folder) }
        let errors = server.run(send).errors
        #expect(errors.contains("the server's disk is full: 0 KiB are free in \(folder)"))
        #expect(server.run("send", "--to", "nobody", "--text", "hi").errors.isEmpty)
    }

    @Test func `a device's files that cannot be written leave its password in force`() throws {
        let server = try MailServer()
        try server.enroll("dev1")
        let before = try server.target("dev1")
        // A file where the folder should be: not even root can write in it.
        let outcome = server.run(
            ["enroll", "dev1", "dev2", "--output", server.serverFolder.files.settings])
        #expect(outcome.status == 1, "\(outcome.errors)")
        _ = try ServerSession(before)
        #expect(try server.serverFolder.devices()[try DeviceName("dev2")] == nil)
    }

    @Test func `a second server on a folder refuses, and the first goes on`() throws {
        let server = try MailServer()
        try server.enroll("dev1")
        let outcome = server.run("server", "--port", "4321")
        #expect(outcome.status == 6)
        #expect(outcome.errors.contains("a server runs in \(server.serverFolder.path) already"))
        #expect(try server.serverFolder.settings().port == server.port)
        _ = try ServerSession(try server.target("dev1"))
    }

    @Test(.enabled(if: ProcessIdentity.effectiveUser == 0))
    func `root sets up no server in a folder that others may write`() throws {
        let folder = try TemporaryFolder()
        try FileSystem.makeFolder(folder("open"), mode: 0o700)
        chmod(folder("open"), 0o777)
        let outcome = CommandOutcome.of(["server", "--print-config", "--folder", folder("open")])
        #expect(outcome.status == 7)
        #expect(outcome.errors.contains("others may write \(folder("open"))"))
        #expect(try FileSystem.names(in: folder("open")).isEmpty)
    }

    @Test
    func `a device named twice, or a path that depends on where the agent runs, is a mistake`()
        throws
    {
        let server = try MailServer()
        try server.enroll("dev1")
        let before = try server.target("dev1").password
        #expect(server.run("enroll", "dev1", "dev1").status == 2)
        #expect(server.run("enroll", "dev1", "--credentials-path", "keys.json").status == 2)
        #expect(try server.target("dev1").password == before)
    }

    @Test func `credentials that cannot be read are not made anew`() throws {
        let server = try MailServer()
        server.stop()
        let bytes = Array("{".utf8)
        let path = server.serverFolder.files.provider
        try FileReplacement.replace(path, with: bytes)
        let outcome = server.run("server", "--print-config")
        #expect(outcome.status == 7, "\(outcome.errors)")
        #expect(try FileSystem.read(path, limit: 100) == bytes)
    }

    @Test func `a profile of an enrolled device is one that localpush takes, and holds all`() throws
    {
        let server = try MailServer(names: ["ship.example.com"])
        try server.enroll(
            "dev1",
            options: ["--ssid", "Ship é", "--ssid-hex", "00ff", "--profile", "ship"])
        let path = server.folder("keys/dev1.profile.json")
        let profile = try Profile(JSONFile.read(path, limit: 1 << 16).root)
        #expect(profile.name.text == "ship")
        #expect(profile.matchSSIDs.count == 2)
        let configuration = try AgentConfiguration(profile.providerConfiguration)
        #expect(configuration.target.host == "ship.example.com")
        #expect(configuration.target.port == server.port)
        #expect(try FileStatus(of: path).permissions == 0o600)
        var target = configuration.target
        target.host = "localhost"
        _ = try ServerSession(target)
    }

    @Test func `a revoked device is thrown out at once, and others are not`() throws {
        let server = try MailServer()
        try server.enroll("dev1", "dev2")
        let first = try ServerSession(try server.target("dev1"))
        let second = try ServerSession(try server.target("dev2"))
        #expect(server.run("enroll", "dev1", "--revoke").status == 0)
        try first.run { first.hasEnded }
        #expect(!second.hasEnded)
        try second.connection.publish(.init("live.dev2"))
        #expect(throws: (any Error).self) { try ServerSession(try server.target("dev1")) }
        #expect(throws: (any Error).self) { try server.state(of: "dev1") }
        let again = server.run("enroll", "dev1", "--revoke", "--json")
        #expect(again.status == 4)
        #expect(again.json["unknown"] == ["dev1"])
    }

    @Test func `a restarted server keeps its devices, its mail and its authority`() throws {
        let server = try MailServer()
        try server.enroll("dev1")
        _ = try server.provider().publish(.init("push.dev1.a.b", body: [1]))
        let authority = try server.serverFolder.authority()
        server.stop()
        try server.start()
        #expect(try server.serverFolder.authority() == authority)
        #expect(try server.state(of: "dev1")["messages"] == 1)
        _ = try ServerSession(try server.target("dev1"))
    }

    @Test func `nats-server is told to keep its heap small`() throws {
        let server = try MailServer()
        let pid = try #require(server.pid)
        let environment = try FileSystem.read("/proc/\(pid)/environ", limit: 1 << 16)
        #expect(environment.split(separator: 0).contains { $0.elementsEqual("GOGC=50".utf8) })
    }

    @Test func `a crashed server is noticed, and what it stored is there again`() throws {
        let server = try MailServer()
        try server.enroll("dev1")
        _ = try server.provider().publish(.init("push.dev1.a.b", body: [1]))
        server.crash()
        try server.start()
        #expect(try server.state(of: "dev1")["messages"] == 1)
    }

    @Test func `print-config shows what nats-server accepts, and only its owner can read files`()
        throws
    {
        let folder = try TemporaryFolder()
        let path = folder("a \"quoted\\ folder")
        let outcome = CommandOutcome.of(
            ["server", "--print-config", "--folder", path, "--name", "ship.example.com"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output == (try ServerFolder(path: path).configuration()))
        for name in try FileSystem.names(in: path) where name != "store" {
            #expect(try FileStatus(of: path + "/" + name).permissions == 0o600, "\(name)")
        }
        #expect(try FileStatus(of: path).permissions == 0o700)
        let check = try ChildProcess.spawn(
            ProcessDescription(
                executable: "/usr/sbin/nats-server",
                arguments: ["nats-server", "-t", "-c", path + "/nats-server.conf"],
                environment: [:])
        ).wait()
        #expect(check == .exited(0))
    }

    @Test func `more storage than the disk has is refused`() throws {
        let folder = try TemporaryFolder()
        let outcome = CommandOutcome.of(
            ["server", "--print-config", "--folder", folder("s"), "--storage", "900000G"])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("well below"))
    }

    @Test func `commands without a server say what to do`() throws {
        let folder = try TemporaryFolder()
        let none = CommandOutcome.of(["enroll", "dev1", "--folder", folder("s")])
        #expect(none.status == 4)
        #expect(none.errors.contains("simplepush server"))
        let server = try MailServer()
        server.stop()
        let down = server.run("enroll", "dev1")
        #expect(down.status == 8)
        #expect(down.errors.contains("connection refused by 127.0.0.1:\(server.port)"))
    }

    @Test(arguments: [
        ["--server", "h"], ["--server", "h", "--credentials", "f"], ["--pin", "ab"],
        ["--server", "h:0", "--credentials", "f", "--ca", "f"], ["--ca", "f"],
        ["--max-age", "0"],
    ])
    func `options that do not go together are bad usage`(options: [String]) {
        #expect(CommandOutcome.of(["enroll", "dev1"] + options).status == 2)
    }

    @Test(arguments: ["", "a.b", "a*", "é", "a b", String(repeating: "x", count: 65)])
    func `what cannot be part of a subject is no device's name`(name: String) {
        #expect(throws: InvalidValue.self) { try DeviceName(name) }
    }
}
