import Glibc
import LinuxSystem
import LocalPushModel
import LocalPushService
import MessageLines
import StrictJSON
import SystemdSupport
import TestSupport
import Testing

/// Profiles whose configuration refers to credentials of the service.
struct CredentialTests {
    private static let secret = "s3cr3t \"of the\" ship"

    /// A service with a folder of credentials, as systemd makes one, and a profile that wants `password`.
    private func stage(_ password: String?, agent: String = "keeping.py") throws -> ServiceStage {
        let stage = try ServiceStage(agent: agent, hasCredentials: true)
        if let password { try stage.folder.write("credentials/password", password, mode: 0o400) }
        try stage.save([try profile(stage)])
        return stage
    }

    private func profile(_ stage: ServiceStage, port: Int = 1) throws -> Profile {
        var profile = try stage.profile("p", ssid: ServiceStage.ssid, port: port)
        profile.providerConfiguration["password"] = ["$credential": "password"]
        profile.providerConfiguration["record"] = .string(stage.folder("record"))
        return profile
    }

    private func record(_ stage: ServiceStage) -> String {
        let bytes = try? FileSystem.read(stage.folder("record"), limit: 1 << 20)
        return String(decoding: bytes ?? [], as: UTF8.self)
    }

    @Test func `an agent is told the credential, at its start and when its configuration changes`()
        throws
    {
        let stage = try stage(Self.secret + "\n")
        try stage.start()
        try stage.join()
        try stage.until("the agent runs") { stage.state() == .active }
        #expect(record(stage) == "start \(Self.secret)\n")
        try stage.save([try profile(stage, port: 2)])
        let told = "start \(Self.secret)\nconfigurationChanged \(Self.secret)\n"
        try stage.until("it is told of the change") { record(stage) == told }
    }

    @Test func `nothing that the service says, writes or sets holds the credential`() throws {
        let stage = try stage(Self.secret)
        try stage.start()
        let monitor = try ControlClient(stage)
        try monitor.send(.monitor)
        try stage.join()
        try stage.until("the agent runs") { stage.state() == .active }
        try stage.save([try profile(stage, port: 2)])
        try stage.until("it is told of the change") { record(stage).contains("Changed") }
        try monitor.receive()
        #expect(monitor.replies.count > 2)
        let pid = try #require(stage.profile()?.agent?.pid)
        var said = stage.log + ["\(stage.service.status())", "\(monitor.replies)"]
        for file in [
            "/proc/\(pid)/cmdline", "/proc/\(pid)/environ", stage.folder("preferences.json"),
        ] {
            said.append(String(decoding: try FileSystem.read(file, limit: 1 << 20), as: UTF8.self))
        }
        #expect(said.filter { $0.contains("s3cr3t") } == [])
        #expect(stage.log.contains { $0.contains("start the agent of p") })
    }

    @Test func `without its credential a profile does not run, and says what to do`() throws {
        let stage = try stage(nil)
        try stage.start()
        try stage.join()
        #expect(stage.state() == .invalid)
        #expect(
            stage.profile()?.reason
                == """
                the service has no credential password; give it one with `systemctl --user edit \
                localpush`, a line LoadCredential=password:FILE under [Service], and `systemctl \
                --user restart localpush`
                """)
        #expect(stage.profile()?.agent == nil)
        try stage.folder.write("credentials/password", "x", mode: 0o400)
        stage.service.lookAtEverything()
        try stage.until("the agent runs") { stage.state() == .active }
        try FileSystem.remove(stage.folder("credentials/password"))
        stage.service.lookAtEverything()
        try stage.until("the agent is gone") { stage.state() == .invalid }
        #expect(stage.log.contains { $0.contains("providerDisabled (5)") })
    }

    @Test func `a service without credentials says the same`() throws {
        let stage = try ServiceStage()
        try stage.save([try profile(stage)])
        try stage.start()
        #expect(stage.profile()?.reason.hasPrefix("the service has no credential password") == true)
    }

    @Test(
        arguments: [
            ([0x41, 0xFF], "the credential password is not UTF-8"),
            ([], "the credential password is empty"), ([0x0A], "the credential password is empty"),
            (
                [UInt8](repeating: 0x41, count: 65537),
                "the credential password cannot be used: File too large; it may have 65536 bytes"
            ),
        ] as [([UInt8], String)])
    func `a credential that is no text of some length is refused`(bytes: [UInt8], reason: String)
        throws
    {
        let stage = try stage(nil)
        let path = stage.folder("credentials/password")
        try FileDescriptor.open(path, O_WRONLY | O_CREAT, mode: 0o400).writeAll(bytes)
        try stage.start()
        #expect(stage.profile()?.reason == reason)
    }

    @Test func `a program that is told by a file finds the credential in it`() throws {
        let stage = try ServiceStage(agent: "facts.sh", kind: "simple", hasCredentials: true)
        try stage.folder.write("credentials/password", Self.secret, mode: 0o400)
        try stage.save([try profile(stage)])
        try stage.start()
        try stage.join()
        try stage.until("it tells of its file") {
            stage.log.contains { $0.contains("mode 600") }
        }
        #expect(stage.log.contains { $0.contains(#"{"password":"s3cr3t"#) })
    }
}
