import Glibc
import LinuxSystem
import LocalPushService
import SystemdSupport
import TestSupport
import Testing

/// The program itself, which finds its buses by its environment.
@Suite struct DaemonBusTests {
    let session: PrivateBus
    let system: PrivateBus
    let folder: TemporaryFolder
    let loop: EventLoop

    init() throws {
        session = try PrivateBus()
        system = try PrivateBus()
        folder = try TemporaryFolder()
        loop = try EventLoop()
    }

    private func runs(until condition: () throws -> Bool) throws -> Bool {
        let deadline = MonotonicClock.now + .seconds(20)
        while try !condition() {
            if MonotonicClock.now > deadline { return false }
            try loop.runOnce(patience: .milliseconds(100))
        }
        return true
    }

    private func start() throws -> ChildProcess {
        try FileSystem.makeFolders(folder("run"), mode: 0o700)
        return try ChildProcess.spawn(
            ProcessDescription(
                executable: Repository.program("localpushd"), arguments: ["localpushd", "--user"],
                environment: [
                    "HOME": folder.path, "XDG_RUNTIME_DIR": folder("run"),
                    "DBUS_SESSION_BUS_ADDRESS": session.address,
                    "DBUS_SYSTEM_BUS_ADDRESS": system.address,
                ]))
    }

    private func client() throws -> Bus {
        let client = try Bus("client's bus", at: session.address, loop: loop, log: Log { _ in })
        client.connect()
        return client
    }

    /// Whether the service answers, on the session's bus.
    private func isThere(_ client: Bus) throws -> Bool {
        var isAnswered: Bool?
        client.call(
            Bus.Target(
                "org.localpush1", "/org/localpush1", "org.localpush1.Manager", "Status"),
            patience: .seconds(5)
        ) { if case .success = $0 { isAnswered = true } else { isAnswered = false } }
        return try runs { isAnswered != nil } && isAnswered == true
    }

    @Test func `a user's service is on the session's bus, and hears of sleep on the system's`()
        throws
    {
        let logind = try LogindStandIn(loop, at: system.address)
        let client = try client()
        let service = try start()
        #expect(try runs { try isThere(client) })
        #expect(try runs { logind.isDelayed })
        try service.handle.send(signal: SIGTERM)
        #expect(try service.wait() == .exited(0))
        #expect(try runs { !logind.isDelayed })
    }

    @Test func `clients that ask and never read cost the service nothing`() throws {
        let client = try client()
        let service = try start()
        #expect(try runs { try isThere(client) })
        let before = try privateMemory(of: service.pid)
        // Loops that stand still: nothing is read.
        let deafLoop = try EventLoop()
        let deaf = try (0..<8).map { _ in
            try Bus("deaf bus", at: session.address, loop: deafLoop, log: Log { _ in })
        }
        for member in deaf {
            member.connect()
            while !member.isConnected { try deafLoop.runOnce(patience: .milliseconds(10)) }
            for method in ["Status", "ListProfiles", "Sync", "Nonsense"] {
                for _ in 0..<250 {
                    member.call(
                        Bus.Target(
                            "org.localpush1", "/org/localpush1", "org.localpush1.Manager", method)
                    ) { _ in }
                }
            }
        }
        #expect(try isThere(client))
        #expect(try privateMemory(of: service.pid) - before < 2048)
        try service.handle.send(signal: SIGTERM)
        #expect(try service.wait() == .exited(0))
        withExtendedLifetime(deaf) {}
    }

    /// RssAnon of proc_pid_status(5), in KiB.
    private func privateMemory(of pid: pid_t) throws -> Int {
        let bytes = try FileSystem.read("/proc/\(pid)/status", limit: 1 << 16)
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let words = lines.first { $0.hasPrefix("RssAnon:") }?.split(separator: " ") ?? []
        return try #require(words.dropFirst().first.flatMap { Int($0) })
    }
}
