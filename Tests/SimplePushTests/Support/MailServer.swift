import CommandConsole
import CommandLineKit
import Glibc
import LinuxSystem
import NATSClient
import StrictJSON
import SystemdSupport
import TestSupport
import Testing

@testable import SimplePush

/// `simplepush server`, the real program on a folder and a port of its own; gone with the last
/// reference. Its devices, and the commands that make and serve them.
final class MailServer {
    let folder: TemporaryFolder
    let port: UInt16

    /// Ends the program in order at end of file on standard input, which comes however the test ends.
    private static let guardian =
        "\"$@\" & server=$!; read -r line; kill $server; wait; exit"
    private let names: [String]
    private var guardian: ChildProcess?
    private var lifeline: FileDescriptor?

    /// Starts a server.
    ///
    /// - Parameter names: what its certificate is made out to, besides what it is on this machine.
    init(names: [String] = ["localhost"]) throws {
        folder = try TemporaryFolder()
        port = try FreePort.find()
        self.names = names
        try start()
    }

    deinit { stop() }

    /// Where the server keeps everything.
    var serverFolder: ServerFolder { ServerFolder(path: folder("server")) }

    /// Starts the program where it does not run; returns when the server takes connections.
    func start() throws {
        guard guardian == nil else { return }
        let log = try FileDescriptor.open(
            folder("log"), O_WRONLY | O_CREAT | O_APPEND, mode: 0o600)
        let pipe = try FileDescriptor.pipe()
        var words = ["server", "--folder", folder("server"), "--address", "127.0.0.1"]
        words += ["--port", "\(port)", "--storage", "64M"] + names.flatMap { ["--name", $0] }
        var description = ProcessDescription(
            executable: "/bin/sh",
            arguments: ["sh", "-c", Self.guardian, "sh", Repository.program("simplepush")] + words,
            environment: [:])
        description.descriptors = [pipe.first.raw, log.raw, log.raw]
        guardian = try ChildProcess.spawn(description)
        lifeline = pipe.keepingSecond()
        #expect(eventually { isServing }, "\(self.log)")
    }

    /// Ends the program in order.
    func stop() {
        lifeline = nil
        guard let guardian = guardian.take() else { return }
        _ = try? guardian.wait()
    }

    /// Kills nats-server, as a crash would; the program then ends.
    func crash() {
        signal(SIGKILL)
        #expect(eventually { log.contains("nats-server killed by signal 9") }, "\(log)")
        stop()
    }

    /// Sends nats-server a signal.
    func signal(_ number: Int32) {
        if let pid { _ = kill(pid, number) }
    }

    /// Stops nats-server where it is: its connections stand, and nothing comes from them.
    func pause() {
        signal(SIGSTOP)
        // The signal is sent before the threads have stopped.
        #expect(eventually { threadStates.allSatisfy { $0 == UInt8(ascii: "T") } })
    }

    /// Lets it go on.
    func resume() { signal(SIGCONT) }

    /// The states of nats-server's threads, as in proc(5).
    private var threadStates: [UInt8] {
        guard let pid else { return [] }
        return ((try? FileSystem.names(in: "/proc/\(pid)/task")) ?? []).compactMap { thread in
            let text = (try? FileSystem.read("/proc/\(pid)/task/\(thread)/stat", limit: 4096)) ?? []
            // The name before it, in parentheses, may hold anything.
            let end = text.lastIndex(of: UInt8(ascii: ")")) ?? 0
            return text.dropFirst(end + 2).first
        }
    }

    var log: String {
        String(
            decoding: (try? FileSystem.read(folder("log"), limit: 1 << 24)) ?? [], as: UTF8.self)
    }

    /// The number of nats-server's process.
    var pid: pid_t? {
        let text = (try? serverFolder.text(serverFolder.files.pid)) ?? ""
        return pid_t(text.split(whereSeparator: \.isWhitespace).first ?? "")
    }

    private var isServing: Bool {
        guard let pid, FreePort.isListening(port) else { return false }
        return (try? FileStatus(of: "\(serverFolder.path)/nats-server_\(pid).ports")) != nil
    }

    // MARK: Commands

    /// Runs a command of simplepush on this server's folder.
    @discardableResult
    func run(_ words: String...) -> CommandOutcome { run(words) }

    /// Runs a command of simplepush on this server's folder.
    @discardableResult
    func run(_ words: [String]) -> CommandOutcome {
        CommandOutcome.of(words + ["--folder", serverFolder.path])
    }

    /// Enrolls devices; their files are in `keys`.
    func enroll(_ devices: String..., options: [String] = []) throws {
        let outcome = run(["enroll"] + devices + ["--output", folder("keys")] + options)
        try #require(outcome.status == 0, "\(outcome.errors)\(log)")
    }

    /// Loses all that is stored: mailboxes, claims, numbers.
    func wipe() throws {
        try FileSystem.rename(serverFolder.files.store, to: folder("lost"))
        try FileSystem.makeFolder(serverFolder.files.store, mode: 0o700)
    }

    /// Makes mailboxes again for devices that have their credentials.
    func makeMailboxes(_ devices: String...) throws {
        let maker = MailboxMaker(session: try provider())
        for device in devices {
            try maker.make(MailboxLayout(mailbox: Mailbox(device: try DeviceName(device))))
        }
    }

    // MARK: Connections

    /// The server, and a device's user.
    func target(_ device: String, host: String = "localhost") throws -> ConnectionTarget {
        let file = folder("keys/\(device).credentials.json")
        let credentials = try Credentials(JSONFile.read(file, limit: 1 << 16).root)
        return ConnectionTarget(
            host: host, port: port, trust: .authorities(try serverFolder.authority()),
            user: credentials.user, password: credentials.password,
            inboxPrefix: Mailbox(device: try DeviceName(device)).inboxPrefix)
    }

    /// The server, and the user of senders.
    func providerTarget() throws -> ConnectionTarget {
        let provider = try serverFolder.provider()
        return ConnectionTarget(
            host: "localhost", port: port, trust: .authorities(try serverFolder.authority()),
            user: provider.user, password: provider.password)
    }

    /// A conversation as the senders' user.
    func provider() throws -> ServerSession { try ServerSession(try providerTarget()) }

    /// What a device's mailbox holds: JetStream's state of its stream.
    func state(of device: String) throws -> JSONValue {
        let mailbox = Mailbox(device: try DeviceName(device))
        return try provider().call("STREAM.INFO.\(mailbox.stream)")["state"] ?? .null
    }
}

/// What a command said and returned.
struct CommandOutcome {
    let status: Int
    let output: String
    let errors: String

    /// Runs a command of simplepush in this process.
    static func of(
        _ words: [String], environment: Environment = [:],
        user: uid_t = ProcessIdentity.effectiveUser
    ) -> CommandOutcome {
        let (output, errors) = (Captured(), Captured())
        let console = Console(
            program: "simplepush", output: output.stream, errors: errors.stream,
            environment: environment, screen: { (80, 24) }, page: { _, _ in })
        let context = SimplePushContext(
            console: console, environment: environment, user: user)
        let status = SimplePushProgram.run(words.map { Argument($0) }, in: context)
        return CommandOutcome(
            status: Int(status.rawValue), output: output.text, errors: errors.text)
    }

    /// Standard output as one JSON document.
    var json: JSONValue { (try? JSONValue(parsing: Array(output.utf8))) ?? .null }
}

/// What was written to a stream.
private final class Captured {
    private var bytes: [UInt8] = []
    var text: String { String(decoding: bytes, as: UTF8.self) }
    var stream: OutputStream {
        OutputStream(isTerminal: false) { [self] more throws(SystemError) in bytes += more }
    }
}
