import Glibc
import LinuxSystem
import LocalPushModel
import LocalPushService
import MessageLines
import SystemdSupport
import TestSupport
import Testing

struct ControlTests {
    @Test func `the status is told to whoever asks`() throws {
        let stage = try ServiceStage()
        try stage.save()
        try stage.start()
        let client = try ControlClient(stage)
        guard case .status(let report) = try client.ask(.status, stage) else {
            Issue.record("no status")
            return
        }
        #expect(report == stage.service.status())
        #expect(report.profiles.map(\.state) == [.waiting])
    }

    @Test func `out of descriptors, it does not spin, and serves those who wait afterwards`() throws
    {
        let stage = try ServiceStage()
        let loop = try EventLoop()
        var refusals = 0
        let server = try ControlServer(
            loop, path: stage.folder("other"), mode: 0o600, desk: stage.service
        ) { listener throws(SystemError) in
            if refusals < 1 {
                refusals += 1
                throw SystemError("accept", errno: EMFILE)
            }
            return try UnixSocket.accept(from: listener)
        }
        let client = try UnixSocket.connect(to: stage.folder("other"))
        let start = MonotonicClock.now
        _ = try client.send(ArraySlice("x\n".utf8))
        var answer: [UInt8] = []
        while answer.isEmpty, MonotonicClock.now - start < .seconds(10) {
            try loop.runOnce(patience: .milliseconds(100))
            if case .bytes(let bytes)? = try? client.read(upTo: 1000) { answer = bytes }
        }
        #expect(!answer.isEmpty)
        #expect(MonotonicClock.now - start >= .seconds(1))
        withExtendedLifetime(server) {}
    }

    @Test func `whoever waits for a generation hears when it is in force`() throws {
        let stage = try ServiceStage()
        try stage.start()
        let client = try ControlClient(stage)
        try client.send(.await(generation: 1, gone: nil))
        try stage.until("the request is taken") { try stage.loop.runOnce(patience: .zero) == false }
        let generation = try stage.save()
        try stage.until("the answer") {
            try client.receive()
            return client.replies == [.done(generation: generation)]
        }
    }

    @Test func `an agent stopped by hand stays stopped until it is started by hand`() throws {
        let stage = try ServiceStage()
        try stage.save()
        try stage.start()
        try stage.join()
        try stage.until("the agent runs") { stage.state() == .active }
        let client = try ControlClient(stage)
        let name = try ProfileName("p")
        #expect(try client.ask(.agent(.stop, name), stage) == .done(generation: 1))
        #expect(stage.profile()?.agent == nil)
        #expect(stage.state() == .held)
        #expect(try client.ask(.agent(.start, name), stage) == .done(generation: 1))
        #expect(stage.state() == .active)
        let pid = stage.profile()?.agent?.pid
        #expect(try client.ask(.agent(.restart, name), stage) == .done(generation: 1))
        #expect(stage.state() == .active)
        #expect(stage.profile()?.agent?.pid != pid)
    }

    @Test func `an agent that cannot be started by hand is refused with the reason`() throws {
        let stage = try ServiceStage()
        try stage.save()
        try stage.start()
        let client = try ControlClient(stage)
        func refusal(_ name: String) throws -> ControlReply.Refusal? {
            guard
                case .refused(let refusal) = try client.ask(
                    .agent(.start, try ProfileName(name)), stage)
            else { return nil }
            return refusal
        }
        #expect(try refusal("nobody")?.exitStatus == 4)
        #expect(try refusal("p")?.exitStatus == 3)
        #expect(try refusal("p")?.message.contains("wants \"\(ServiceStage.ssid)\"") == true)
    }

    @Test func `a monitor sees each change as it happens`() throws {
        let stage = try ServiceStage()
        try stage.save()
        try stage.start()
        let client = try ControlClient(stage)
        _ = try client.ask(.monitor, stage)
        try stage.join()
        func states() throws -> [ProfileState] {
            try client.receive()
            return client.replies.compactMap { reply in
                guard case .event(let event) = reply, case .profile(let profile) = event.change
                else {
                    return nil
                }
                return profile.state
            }
        }
        try stage.until("the agent runs") { try states().last == .active }
        #expect(try states().first == .starting)
        try stage.leave()
        try stage.until("the agent is gone") { try states().last == .waiting }
        let networks = client.replies.compactMap { reply -> NetworkState? in
            guard case .event(let event) = reply, case .network(let network) = event.change else {
                return nil
            }
            return network.state
        }
        #expect(networks == [.joined, .leaving, .disconnected])
    }

    @Test func `what is no request is refused and the connection closed`() throws {
        let stage = try ServiceStage()
        try stage.start()
        let inputs: [[UInt8]] = [
            Array("garbage\n".utf8), [0, 255, 10], Array("{\"status\": 1}\n".utf8),
            [UInt8](repeating: 120, count: 8192),
        ]
        for bytes in inputs {
            let client = try ControlClient(stage)
            try client.send(bytes)
            try stage.until("closed after \(bytes.prefix(9))") {
                try client.receive()
                return client.isClosed
            }
        }
        #expect(try ControlClient(stage).ask(.sync, stage) == .done(generation: 0))
    }

    @Test func `one user has eight connections at most, and room again when one is closed`() throws
    {
        let stage = try ServiceStage()
        try stage.start()
        var clients = try (0..<ConnectionQuota.mostOfOneUser).map { _ in
            try ControlClient(stage)
        }
        for client in clients { _ = try client.ask(.status, stage) }
        let refused = try ControlClient(stage)
        try stage.until("refused") {
            try refused.receive()
            return refused.isClosed
        }
        clients.removeLast()
        try stage.until("room again") {
            let client = try ControlClient(stage)
            try client.send(.status)
            for _ in 0..<3 { _ = try stage.loop.runOnce(patience: .milliseconds(10)) }
            try client.receive()
            return client.replies.contains { if case .status = $0 { true } else { false } }
        }
    }

    @Test func `a client that closes while something waits for it is let go`() throws {
        let stage = try ServiceStage()
        try stage.save((0..<2000).map { try stage.profile("p\($0)", ssid: "Elsewhere") })
        try stage.start()
        do {
            let client = try ControlClient(stage)
            try client.send(.monitor)
            try stage.until("it watches") { stage.service.hasMonitors }
        }
        try stage.until("it is let go") { !stage.service.hasMonitors }
        // A connection that is ready for ever would keep the loop turning.
        try stage.until("nothing is left to do") { try !stage.loop.runOnce(patience: .zero) }
    }

    @Test func `a monitor that never reads is dropped, and costs others nothing`() throws {
        let stage = try ServiceStage()
        try stage.save((0..<300).map { try stage.profile("p\($0)", ssid: "Elsewhere") })
        try stage.start()
        let deaf = try ControlClient(stage)
        try deaf.send(.monitor)
        try stage.until("it watches") { stage.service.hasMonitors }
        // Each coming and going changes the reason of all 300.
        for _ in 0..<40 where stage.service.hasMonitors {
            try stage.join()
            try stage.leave()
            _ = try stage.loop.runOnce(patience: .milliseconds(1))
        }
        #expect(!stage.service.hasMonitors)
        #expect(try ControlClient(stage).ask(.sync, stage) == .done(generation: 1))
    }
}
