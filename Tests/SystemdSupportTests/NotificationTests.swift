import Glibc
import LinuxSystem
import SystemdSupport
import TestSupport
import Testing

@Suite struct NotificationTests {
    @Test func `an entry keeps to one line and to what is asked for`() {
        var entries: [Log.Entry] = []
        let log = Log(to: .info) { entries.append($0) }
        log.info("one\ntwo\u{1B}[2J", [Log.Field("LOCALPUSH_PROFILE", "p")])
        log.debug("not asked for")
        log.error("é")
        #expect(
            entries.map(\.message) == ["one two [2J", "é"]
                && entries.map(\.priority) == [.info, .error]
                && entries[0].fields == [Log.Field("LOCALPUSH_PROFILE", "p")])
    }

    @Test func `what is no terminal gets priorities on standard error`() async {
        let result = await #expect(
            processExitsWith: .success, observing: [\.standardErrorContent]
        ) {
            let log = Log.service("localpush", environment: ["JOURNAL_STREAM": "1:2"])
            log.warning("careful")
            log.info("hello")
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("<4>careful\n<6>hello\n"))
    }

    private static func output(_ arguments: [String]) throws -> String? {
        let pipe = try FileDescriptor.pipe()
        var description = ProcessDescription(
            executable: arguments[0], arguments: arguments, environment: .current)
        description.descriptors = [0, pipe.second.raw, 2]
        guard try ChildProcess.spawn(description).wait() == .exited(0) else { return nil }
        return String(decoding: try pipe.keepingFirst().readToEnd(limit: 65536), as: UTF8.self)
    }

    @Test(.enabled(if: try output(["/usr/bin/unshare", "--mount", "true"]) != nil))
    func `the journal gets each entry with its fields, and standard error nothing`() throws {
        let text = try Self.output([
            Repository.path("Tests/Fixtures/journal.sh"), Repository.program("localpushd"), "--no",
        ])
        #expect(
            text == """
                MESSAGE=unknown argument "--no"
                PRIORITY=3
                SYSLOG_IDENTIFIER=localpushd

                """)
    }

    @Test func `the service manager hears each state`() async {
        // In a process of its own, since the environment is shared by all threads.
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let path = folder("notify")
            let receiver = try DatagramReceiver(path)
            setenv("NOTIFY_SOCKET", path, 1)
            let notifier = ServiceNotifier()
            notifier.ready(status: "two\nlines")
            #expect(try receiver.next() == "READY=1\nSTATUS=two lines")
            notifier.status("busy")
            #expect(try receiver.next() == "STATUS=busy")
            notifier.reloading()
            #expect(try receiver.next().hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
            notifier.stopping(status: "bye")
            #expect(try receiver.next() == "STOPPING=1\nSTATUS=bye")
        }
    }
}

/// What systemd is to a service: a datagram socket.
private struct DatagramReceiver: ~Copyable {
    private let socket: FileDescriptor

    init(_ path: String) throws {
        let raw = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        socket = FileDescriptor(owning: raw)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
    }

    func next() throws -> String {
        _ = try Poller.wait(
            for: [.init(socket.raw)], until: MonotonicClock.now + .seconds(10))
        guard case .bytes(let bytes) = try socket.read(upTo: 4096) else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }
}
