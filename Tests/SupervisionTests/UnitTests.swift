import Glibc
import LinuxSystem
import LocalPushModel
import MessageLines
import StrictJSON
import SystemdSupport
import TestSupport
import Testing

@testable import Supervision

/// Agents that systemd runs, with a stand-in for its manager on a bus of the tests' own.
@Suite(.timeLimit(.minutes(2))) struct UnitTests {
    private final class News { var all: [AgentNews] = [] }

    private let daemon: PrivateBus
    private let folder: TemporaryFolder
    private let loop: EventLoop
    private let systemd: SystemdStandIn
    private let supervisor: Supervisor
    private let news = News()

    init() throws {
        daemon = try PrivateBus()
        folder = try TemporaryFolder()
        loop = try EventLoop()
        systemd = try SystemdStandIn(loop, at: daemon.address)
        supervisor = try Self.supervisor(folder, loop, daemon)
        try #require(try runs { systemd.bus.isConnected })
    }

    private static func supervisor(
        _ folder: TemporaryFolder, _ loop: EventLoop, _ daemon: PrivateBus
    ) throws -> Supervisor {
        try Supervisor(
            scope: .system, loop: loop, keeper: Repository.program("localpush-keeper"),
            runtimeFolder: folder.path, cgroupParent: nil, bus: daemon.address)
    }

    private func runs(until condition: () throws -> Bool) throws -> Bool {
        let deadline = MonotonicClock.now + .seconds(20)
        while try !condition() {
            if MonotonicClock.now > deadline { return false }
            try loop.runOnce(patience: .milliseconds(50))
        }
        return true
    }

    private func launch(_ unit: String = SystemdStandIn.unit) throws -> AgentUnit {
        let ssid = try #require(SSID(bytes: [0x53, 0xFF]))
        return try supervisor.launch(
            UnitLaunch(unit: unit, ssid: ssid, configuration: ["host": "ship"])
        ) { [news] in news.all.append($0) }
    }

    /// A unit that runs.
    private func launched() throws -> AgentUnit {
        let agent = try launch()
        try #require(try runs { systemd.asked == ["RestartUnit lamp.service replace"] })
        systemd.come(up: 42)
        try #require(try runs { news.all.contains(.said(.started)) })
        return agent
    }

    private var files: [String] { (try? FileSystem.names(in: folder("units")).sorted()) ?? [] }

    @Test func `a unit is started, and told its network and configuration in files`() throws {
        let agent = try launched()
        #expect(
            news.all == [
                .launched(pid: 42), .said(.started),
                .said(.status(AgentStatus(state: "running"))),
            ])
        #expect(files == ["lamp.service.env", "lamp.service.json"])
        let path = folder("units/lamp.service.json")
        #expect(
            try FileSystem.read(folder("units/lamp.service.env"), limit: 4096)
                == Array("LOCALPUSH_SSID_HEX=53ff\nLOCALPUSH_CONFIGURATION=\(path)\n".utf8))
        #expect(
            try JSONValue(parsing: FileSystem.read(path, limit: 4096)) == ["host": "ship"])
        #expect(try FileStatus(of: path).permissions == 0o600)
        withExtendedLifetime(agent) {}
    }

    @Test func `a unit has started when it says that it is ready, not before`() throws {
        let agent = try launch()
        try #require(try runs { !systemd.asked.isEmpty })
        systemd.become { ($0.active, $0.sub, $0.pid) = ("activating", "start", 42) }
        try #require(try runs { news.all.contains(.launched(pid: 42)) })
        #expect(!news.all.contains(.said(.started)))
        systemd.become { $0.statusText = "connected to the ship" }
        systemd.come(up: 42)
        #expect(try runs { news.all.contains(.said(.started)) })
        let status = AgentStatus(state: "running", detail: "connected to the ship")
        #expect(try runs { news.all.last == .said(.status(status)) })
        withExtendedLifetime(agent) {}
    }

    @Test func `a unit that there is none of fails at once, in systemd's words`() throws {
        let agent = try launch("candle.service")
        let problem = "systemd does not start it: Unit candle.service not found."
        #expect(try runs { news.all == [.launchFailed(problem), .ended(problem)] })
        #expect(files.isEmpty)
        withExtendedLifetime(agent) {}
    }

    @Test func `a unit that fails while it starts has failed to start`() throws {
        let agent = try launch()
        try #require(try runs { !systemd.asked.isEmpty })
        systemd.become {
            ($0.active, $0.sub, $0.result) = ("failed", "failed", "exit-code")
            ($0.exitCode, $0.exitStatus) = (Int32(CLD_EXITED), 7)
        }
        systemd.finishJob("failed")
        let problem = "exited with status 7"
        #expect(try runs { news.all == [.launchFailed(problem), .ended(problem)] })
        withExtendedLifetime(agent) {}
    }

    @Test func `the death of a unit is noticed, and how it died`() throws {
        let agent = try launched()
        systemd.become {
            ($0.active, $0.sub, $0.pid, $0.result) = ("failed", "failed", 0, "signal")
            ($0.exitCode, $0.exitStatus) = (Int32(CLD_KILLED), 9)
        }
        #expect(try runs { news.all.last == .ended("killed by signal 9") })
        #expect(files.isEmpty)
        withExtendedLifetime(agent) {}
    }

    @Test func `a unit that dies while the bus is away is noticed when the bus is back`() throws {
        let agent = try launched()
        daemon.kill()
        try #require(try runs { !systemd.bus.isConnected })
        systemd.become { ($0.active, $0.sub, $0.pid) = ("inactive", "dead", 0) }
        try daemon.start()
        #expect(try runs { news.all.last == .ended("the unit ended") })
        withExtendedLifetime(agent) {}
    }

    @Test func `a unit that dies while systemd is away is noticed when systemd is back`() throws {
        let agent = try launched()
        try systemd.rejoin { ($0.active, $0.sub, $0.pid) = ("inactive", "dead", 0) }
        #expect(try runs { news.all.last == .ended("the unit ended") })
        withExtendedLifetime(agent) {}
    }

    @Test func `a signal that somebody else sends ends nothing`() throws {
        let agent = try launched()
        let stranger = try Bus("stranger's bus", at: daemon.address, loop: loop, log: Log { _ in })
        stranger.connect()
        try #require(try runs { stranger.isConnected })
        stranger.emit(
            "PropertiesChanged", of: "org.freedesktop.DBus.Properties",
            at: SystemdStandIn.unitPath,
            [
                .string("org.freedesktop.systemd1.Unit"),
                .dictionary([("ActiveState", .string("failed"))]), .strings([]),
            ])
        systemd.become { $0.statusText = "all is well" }
        let status = AgentStatus(state: "running", detail: "all is well")
        #expect(try runs { news.all.last == .said(.status(status)) })
        withExtendedLifetime(agent) {}
    }

    @Test func `a unit is gone when systemd has stopped it, not when it was asked to`() throws {
        let agent = try launched()
        agent.terminate()
        try #require(try runs { systemd.asked.last == "StopUnit lamp.service replace" })
        systemd.become { ($0.active, $0.sub) = ("deactivating", "stop-sigterm") }
        let status = AgentStatus(state: "stop-sigterm")
        try #require(try runs { news.all.last == .said(.status(status)) })
        systemd.become {
            ($0.active, $0.sub, $0.pid) = ("inactive", "dead", 0)
            ($0.exitCode, $0.exitStatus) = (Int32(CLD_EXITED), 0)
        }
        systemd.finishJob()
        #expect(try runs { news.all.last == .ended("exited with status 0") })
    }

    @Test func `a unit that does not stop is killed with all its processes`() throws {
        let agent = try launched()
        agent.terminate()
        agent.kill()
        #expect(try runs { systemd.asked.last == "KillUnit lamp.service all 9" })
        systemd.become { ($0.active, $0.sub, $0.pid) = ("failed", "failed", 0) }
        systemd.finishJob()
        #expect(try runs { news.all.last?.isEnding == true })
    }

    @Test func `what an earlier service left running is stopped by the next`() throws {
        var agent: AgentUnit? = try launched()
        // Killed, it says nothing to systemd.
        agent = nil
        #expect(agent == nil && files.count == 2)
        let left = UnitStarter(
            at: daemon.address, runtimeFolder: folder.path, loop: loop, log: Log { _ in })
        left.stopLeftovers()
        try #require(try runs { systemd.asked.last == "StopUnit lamp.service replace" })
        systemd.become { ($0.active, $0.sub, $0.pid) = ("inactive", "dead", 0) }
        systemd.finishJob()
        #expect(try runs { files.isEmpty })
    }

    @Test func `the name of a unit becomes a path as systemd makes it`() {
        #expect(SystemdUnit.label("lamp.service") == "lamp_2eservice")
        #expect(SystemdUnit.label("0a@b-9.service") == "_30a_40b_2d9_2eservice")
    }
}
