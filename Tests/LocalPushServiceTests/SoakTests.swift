import Glibc
import LinuxSystem
import LocalPushModel
import LocalPushService
import MessageLines
import SystemdSupport
import TestSupport
import Testing

/// What many days do to a service, in a process of its own so that nothing else counts.
///
/// `LOCALPUSH_SOAK_CYCLES` sets how many comings and goings there are.
struct SoakTests {
    @Test func `joins, roams, crashes and hostile clients leave nothing behind`() async {
        await #expect(processExitsWith: .success) {
            let cycles = Environment.current["LOCALPUSH_SOAK_CYCLES"].flatMap { Int($0) } ?? 60
            let stage = try ServiceStage(grace: .zero)
            try stage.save()
            try stage.start()
            for _ in 0..<10 { try Self.cycle(stage) }
            let before = try Usage()
            for _ in 0..<cycles { try Self.cycle(stage) }
            let after = try Usage()
            #expect(after.descriptors == before.descriptors)
            #expect(after.children == before.children)
            // The allocator settles; a leak of even 1 KiB a cycle would show in the long run.
            #expect(after.anonymous <= before.anonymous + 1024, "\(before) then \(after), in KiB")
        }
    }

    private static func cycle(_ stage: ServiceStage) throws {
        let clients = try hostileClients(stage)
        try stage.join()
        try stage.until("the agent runs") { stage.state() == .active }
        try stage.leave()
        try stage.join()
        var pid: Int?
        try stage.until("the agent runs again") {
            pid = stage.profile()?.agent?.pid
            return stage.state() == .active && pid != nil
        }
        if let pid { kill(pid_t(pid), SIGKILL) }
        // The pause before the next start can be as good as none.
        try stage.until("the crash is noticed") { stage.profile()?.agent?.pid != pid }
        try stage.leave()
        try stage.until("all is quiet") {
            stage.state() == .waiting && stage.profile()?.agent == nil
        }
        withExtendedLifetime(clients) {}
        for client in clients where !client.isClosed { try client.receive() }
    }

    private static func hostileClients(_ stage: ServiceStage) throws -> [ControlClient] {
        let clients = try (0..<4).map { _ in try ControlClient(stage) }
        try clients[0].send(Array("nonsense\n{{{{\n".utf8))
        try clients[1].send([UInt8](repeating: 0x7b, count: 8000))
        try clients[2].send(.monitor)
        return clients
    }

    /// What this process holds.
    private struct Usage {
        let descriptors: Int
        let children: Int
        /// Private memory in KiB, RssAnon of proc_pid_status(5).
        let anonymous: Int

        init() throws {
            descriptors = try FileSystem.names(in: "/proc/self/fd").count
            let children = try FileSystem.read("/proc/self/task/\(getpid())/children", limit: 65536)
            self.children = children.split(separator: UInt8(ascii: " ")).count
            let status = String(
                decoding: try FileSystem.read("/proc/self/status", limit: 65536), as: UTF8.self)
            let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") } ?? ""
            anonymous = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        }
    }
}
