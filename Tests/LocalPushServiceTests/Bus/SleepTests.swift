import LinuxSystem
import LocalPushModel
import LocalPushService
import MessageLines
import SystemdSupport
import TestSupport
import Testing
import WirelessTestSupport

@Suite struct SleepTests {
    let daemon: PrivateBus

    init() throws { daemon = try PrivateBus() }

    /// A service whose agent runs, and a logind whose lock it holds.
    private func stage(
        agent: String = "session.py", kind: String = "session"
    ) throws -> (ServiceStage, LogindStandIn) {
        let stage = try ServiceStage(agent: agent, kind: kind, systemBus: daemon.address)
        let logind = try LogindStandIn(stage.loop, at: daemon.address)
        try stage.until("logind is there") { logind.bus.isConnected }
        try stage.save()
        try stage.start()
        try stage.join()
        try stage.until("the agent runs") { stage.state() == .active }
        try stage.until("the lock is taken") { logind.isDelayed }
        return (stage, logind)
    }

    private func count(_ words: String, _ stage: ServiceStage) -> Int {
        stage.log.count { $0.contains(words) }
    }

    @Test func `an agent is told of sleep before it, and of waking after it, and keeps running`()
        throws
    {
        let (stage, logind) = try stage()
        let pid = stage.profile()?.agent?.pid
        #expect(logind.isDelayed)
        logind.prepare(true)
        try stage.until("sleep may begin") { !logind.isDelayed }
        try stage.until("the agent was told") { count("told sleep", stage) == 1 }
        #expect(count("told wake", stage) == 0)
        logind.prepare(false)
        try stage.until("the agent is told") { count("told wake", stage) == 1 }
        try stage.until("the next sleep is delayed") { logind.isDelayed }
        #expect(stage.profile()?.agent?.pid == pid)
    }

    @Test func `a simple agent is gone before sleep, and started after it`() throws {
        let (stage, logind) = try stage(agent: "lingering.sh", kind: "simple")
        try stage.until("it minds its end") { count("ready", stage) == 1 }
        let pid = stage.profile()?.agent?.pid
        // A simple agent counts as started when its program runs, before it can handle a signal.
        try stage.until("it is ready to linger") { count("ready", stage) == 1 }
        logind.prepare(true)
        try stage.until("sleep may begin") { !logind.isDelayed }
        #expect(stage.profile()?.agent == nil, "it was gone before")
        #expect(count("sleep (15)", stage) == 1 && count("lingered", stage) == 1)
        logind.prepare(false)
        try stage.until("it runs again") { stage.state() == .active }
        #expect(stage.profile()?.agent?.pid != pid)
    }

    @Test func `what is joined after sleep is found by a look`() throws {
        let (stage, logind) = try stage()
        logind.prepare(true)
        try stage.until("sleep may begin") { !logind.isDelayed }
        stage.kernel.play(try Recording("left"))
        logind.prepare(false)
        try stage.until("the loss is noticed") { stage.state() == .waiting }
    }

    @Test func `nobody but logind can pretend that the device sleeps`() throws {
        let (stage, logind) = try stage()
        let liar = try Bus("liar's bus", at: daemon.address, loop: stage.loop, log: Log { _ in })
        liar.connect()
        try stage.until("the liar is there") { liar.isConnected }
        var names: [String] = []
        let target = Bus.Target(
            Bus.itself, "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames")
        liar.call(target) {
            guard case .array(let all, _)? = try? $0.get().values().first else { return }
            names = all.compactMap(\.text).filter { $0.hasPrefix(":") }
        }
        try stage.until("everybody is known") { names.count >= 3 }
        for name in names {
            liar.emit(
                "PrepareForSleep", of: "org.freedesktop.login1.Manager",
                at: "/org/freedesktop/login1", [.bool(true)], to: name)
        }
        // The true sleep that follows is told once.
        logind.prepare(true)
        try stage.until("sleep may begin") { !logind.isDelayed }
        logind.prepare(false)
        try stage.until("the agent is told") { count("told wake", stage) == 1 }
        #expect(count("told sleep", stage) == 1)
    }

    @Test func `a logind that comes later, or again, is asked for a lock`() throws {
        let stage = try ServiceStage(systemBus: daemon.address)
        try stage.start()
        var logind: LogindStandIn? = try LogindStandIn(stage.loop, at: daemon.address)
        try stage.until("the lock is taken") { logind?.isDelayed == true }
        logind = nil
        let second = try LogindStandIn(stage.loop, at: daemon.address)
        try stage.until("the lock is taken") { second.isDelayed }
    }

    @Test func `when the bus is lost during sleep, the device counts as awake`() throws {
        let (stage, logind) = try stage()
        logind.prepare(true)
        try stage.until("sleep may begin") { !logind.isDelayed }
        daemon.kill()
        try stage.until("the agent is told") { count("told wake", stage) == 1 }
    }
}
