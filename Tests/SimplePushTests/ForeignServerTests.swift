import Certificates
import Glibc
import LinuxSystem
import NATSClient
import StrictJSON
import TestSupport
import Testing

@testable import SimplePush

/// A nats-server that others run, set up after what `simplepush server --print-config` prints.
struct ForeignServerTests {
    private let server: NATSServer
    /// What `--print-config` has written: certificates and the provider's credentials.
    private let made: ServerFolder
    private let configuration: String

    init() throws {
        var (made, configuration) = (ServerFolder(path: ""), "")
        server = try NATSServer { folder in
            let path = folder("made")
            let printed = CommandOutcome.of(
                ["server", "--print-config", "--folder", path, "--name", "localhost"])
            try #require(printed.status == 0, "\(printed.errors)")
            made = ServerFolder(path: path)
            // Whoever runs it says where it listens and what it writes.
            configuration = printed.output.split(separator: "\n")
                .filter { !$0.hasPrefix("listen:") && !$0.hasPrefix("pid_file:") }
                .joined(separator: "\n")
            return configuration
        }
        (self.made, self.configuration) = (made, configuration)
    }

    private func trust(_ option: String) throws -> [String] {
        if option == "--ca" { return ["--ca", made.files.authority] }
        let certificate = try Certificate.list(pem: made.text(made.files.certificate))
        return ["--pin", try #require(certificate.first).publicKeyPin.description]
    }

    private func run(_ words: String..., trust: String) throws -> CommandOutcome {
        CommandOutcome.of(
            words + [
                "--server", "tls://localhost:\(server.port)", "--credentials", made.files.provider,
            ] + (try self.trust(trust)))
    }

    /// Puts what `enroll` said into the devices' account, as it is, and has the server read it.
    private func add(_ users: String) throws {
        let place = try #require(configuration.firstRange(of: "    users: [\n"))
        var text = configuration
        text.insert(contentsOf: users + "\n", at: place.upperBound)
        try server.configure(text)
        server.signal(SIGHUP)
    }

    @Test(arguments: ["--ca", "--pin"])
    func `devices are enrolled at and served by a server that others run`(_ option: String) throws {
        let enrolled = try run(
            "enroll", "dev1", "--output", server.folder("keys"), trust: option)
        try #require(enrolled.status == 0, "\(enrolled.errors)\(server.log)")
        let lines = enrolled.errors.split(separator: "\n", maxSplits: 1)
        #expect(
            lines.first?.hasSuffix("add these users to the devices' account of the server:") == true
        )
        try add(String(try #require(lines.last)))

        let sent = try run("send", "--all", "--text", "Lunch", "--id", "m1", trust: option)
        #expect(sent.output == "id m1\ndev1: stored\n", "\(sent.errors)")

        let credentials = try Credentials(
            JSONFile.read(server.folder("keys/dev1.credentials.json"), limit: 1 << 16).root)
        let target = ConnectionTarget(
            host: "localhost", port: server.port,
            trust: .authorities(try made.authority()), user: credentials.user,
            password: credentials.password,
            inboxPrefix: Mailbox(device: try DeviceName("dev1")).inboxPrefix)
        var session: ServerSession?
        #expect(
            eventually {
                session = try? ServerSession(target)
                return session != nil
            }, "\(server.log)")
        var mail: [String] = []
        let device = try #require(session)
        try device.connection.subscribe("deliver.dev1") { mail.append($0.text) }
        try device.run { !mail.isEmpty || device.hasEnded }
        #expect(mail.first?.contains("Lunch") == true)
    }

    @Test func `of a device that is revoked there it is said that its user stays`() throws {
        _ = try run("enroll", "dev1", "--output", server.folder("keys"), trust: "--ca")
        let revoked = try run("enroll", "dev1", "dev2", "--revoke", trust: "--ca")
        #expect(revoked.status == 4)
        #expect(revoked.output == "dev1: revoked\n")
        #expect(revoked.errors.contains("until their users are removed"), "\(revoked.errors)")
        let unknown = try run("enroll", "dev1", "--revoke", trust: "--ca")
        #expect(!unknown.errors.contains("until their users are removed"))
    }
}
