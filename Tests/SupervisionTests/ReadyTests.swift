import Glibc
import LinuxSystem
import LocalPushModel
import MessageLines
import StrictJSON
import TestSupport
import Testing

@testable import Supervision

/// Agents that are made ready before they are wanted.
@Suite(.timeLimit(.minutes(2))) struct ReadyTests {
    private func program(_ agent: String, user: String? = nil) -> AgentProgram {
        AgentProgram(command: [Repository.path("Tests/Fixtures/agents/" + agent)], user: user)
    }

    /// The processes of the stage: for each agent its keeper, and what waits for the word.
    private func pids(_ stage: Stage) -> Set<pid_t> {
        let mark = AgentEnvironment.mark
        return Set(
            ProcessList.all().filter {
                ProcessList.environment(of: $0, has: mark, setTo: stage.folder.path)
            })
    }

    /// Wants none any more, and waits until all are gone.
    private func end(_ stage: Stage) throws {
        var isTold = false
        stage.supervisor.whenNotReady { isTold = true }
        stage.supervisor.keepReady([])
        #expect(!stage.supervisor.hasNoneReady, "they are on their way out")
        #expect(try stage.runs { _ in isTold && stage.supervisor.hasNoneReady })
    }

    @Test(arguments: Stage.modes) func `a ready agent does nothing until it is launched`(
        cgroups: Bool
    ) throws {
        let stage = try Stage(cgroups: cgroups)
        stage.supervisor.keepReady([program("facts.sh")])
        #expect(eventually { pids(stage).count == 2 })
        let ready = pids(stage)
        #expect(try !stage.runs(within: .milliseconds(200)) { !$0.isEmpty })
        try stage.launch("facts.sh")
        #expect(stage.supervisor.hasNoneReady)
        #expect(try stage.ending() == "exited with status 0")
        guard case .launched(let pid) = stage.news.first else { return #expect(Bool(false)) }
        #expect(ready.contains(pid), "the process that was ready")
        for fact in [
            "leads a session", #"NoNewPrivs:\x091"#, #"SigBlk:\x090000000000000000"#,
            "descriptors 0 1 2",
        ] {
            #expect(stage.logged.contains(fact))
        }
    }

    @Test(.enabled(if: geteuid() == 0), arguments: Stage.modes)
    func `a ready agent has its user's ids before it runs`(cgroups: Bool) throws {
        let account = try #require(UserAccount(named: "nobody"))
        let stage = try Stage(cgroups: cgroups, scope: .system)
        stage.supervisor.keepReady([program("facts.sh", user: "nobody")])
        let ids = Array(repeating: "\(account.user)", count: 4)
        #expect(eventually { pids(stage).contains { users(of: $0) == ids } })
        try stage.launch("facts.sh", user: "nobody")
        #expect(stage.supervisor.hasNoneReady)
        #expect(try stage.ending() == "exited with status 0")
        #expect(stage.logged.contains(#"Uid:\x09"# + ids.joined(separator: #"\x09"#)))
    }

    @Test(arguments: Stage.modes) func `an agent's process is known before what it says`(
        cgroups: Bool
    ) throws {
        let stage = try Stage(cgroups: cgroups)
        stage.supervisor.keepReady([program("session.py")])
        #expect(eventually { pids(stage).count == 2 })
        let ready = pids(stage)
        let keepers = ready.filter { parent(of: $0) == getpid() }
        let keeper = try #require(keepers.first)
        // As if it had no turn for a while.
        kill(keeper, SIGSTOP)
        let agent = try stage.launch("session.py")
        #expect(try stage.runs { $0.contains(.said(.started)) })
        #expect(stage.news.first == ready.subtracting(keepers).first.map { .launched(pid: $0) })
        try agent.send(.stop(.noNetworkAvailable))
        kill(keeper, SIGCONT)
        #expect(try stage.ending() == "exited with status 0")
        #expect(stage.news.filter { if case .launched = $0 { true } else { false } }.count == 1)
    }

    private func users(of pid: pid_t) -> [String] { status(of: pid, "Uid:") }

    private func parent(of pid: pid_t) -> pid_t? {
        status(of: pid, "PPid:").first.flatMap { pid_t($0) }
    }

    /// The values in that line of a process's status, as proc_pid_status(5) has them.
    private func status(of pid: pid_t, _ key: String) -> [String] {
        let bytes = (try? FileSystem.read("/proc/\(pid)/status", limit: 65536)) ?? []
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let line = lines.first { $0.hasPrefix(key) }
        return line?.split(separator: "\t").dropFirst().map(String.init) ?? []
    }

    @Test func `only the same program in a session is what was ready`() throws {
        let stage = try Stage()
        stage.supervisor.keepReady([program("facts.sh")])
        try stage.launch("facts.sh", "other")
        #expect(!stage.supervisor.hasNoneReady)
        try stage.launch("facts.sh", name: "simple", simple: [:])
        #expect(!stage.supervisor.hasNoneReady, "its environment is known only now")
        #expect(try stage.runs { $0.filter(\.isEnding).count == 2 })
        try end(stage)
    }

    @Test(arguments: Stage.modes) func `what is no longer wanted goes without a trace`(
        cgroups: Bool
    ) throws {
        let stage = try Stage(cgroups: cgroups)
        stage.supervisor.keepReady([program("facts.sh"), program("session.py")])
        #expect(eventually { pids(stage).count == 4 })
        stage.supervisor.keepReady([program("session.py")])
        let isGone = try stage.runs { _ in pids(stage).count == 2 }
        #expect(isGone)
        try end(stage)
        #expect(pids(stage) == [])
        let names = stage.supervisor.cgroupFolder.map { (try? FileSystem.names(in: $0)) ?? [] }
        #expect(names?.contains { $0.hasPrefix("ready") } != true)
    }

    @Test func `one that is killed is not made again until one has run`() throws {
        let stage = try Stage()
        stage.supervisor.keepReady([program("session.py")])
        #expect(eventually { pids(stage).count == 2 })
        for pid in pids(stage) { kill(pid, SIGKILL) }
        #expect(try stage.runs { _ in stage.supervisor.hasNoneReady })
        stage.supervisor.keepReady([program("session.py")])
        #expect(stage.supervisor.hasNoneReady)
        let agent = try stage.launch("session.py")
        #expect(try stage.runs { $0.contains(.said(.started)) })
        try agent.send(.stop(.noNetworkAvailable))
        #expect(try stage.ending() == "exited with status 0")
        stage.supervisor.keepReady([program("session.py")])
        #expect(!stage.supervisor.hasNoneReady)
        try end(stage)
    }

    @Test func `a changed user database makes what was ready worthless`() throws {
        let stage = try Stage()
        let folder = try TemporaryFolder()
        let database = try folder.write("passwd", "before")
        let supervisor = try Supervisor(
            scope: .user, loop: stage.loop, keeper: Repository.program("localpush-keeper"),
            runtimeFolder: folder.path, cgroupParent: nil, userDatabaseFiles: [database])
        supervisor.keepReady([program("session.py")])
        try folder.write("passwd", "afterwards")
        var news: [AgentNews] = []
        let launch = AgentLaunch(
            name: "agent", command: program("session.py").command, user: nil,
            conversation: .session(.stop(.noNetworkAvailable)))
        let agent = try supervisor.launch(launch) { news.append($0) }
        #expect(!supervisor.hasNoneReady, "it was not used, and is on its way out")
        #expect(try stage.runs { _ in news.last?.isEnding == true && supervisor.hasNoneReady })
        #expect(news.last == .ended("exited with status 0"))
        withExtendedLifetime(agent) {}
    }

    @Test func `agents that are made ready leave no descriptors or children`() async {
        await #expect(processExitsWith: .success) {
            let stage = try Stage()
            let program = AgentProgram(
                command: [Repository.path("Tests/Fixtures/agents/facts.sh")], user: nil)
            func run(_ number: Int) throws {
                stage.supervisor.keepReady([program])
                try stage.launch("facts.sh")
                _ = try stage.runs { $0.filter(\.isEnding).count == number }
                stage.dropAgents()
                stage.supervisor.keepReady([program])
                stage.supervisor.keepReady([])
                _ = try stage.runs { _ in stage.supervisor.hasNoneReady }
            }
            try run(1)
            let before = try FileSystem.names(in: "/proc/self/fd").count
            for number in 2...6 { try run(number) }
            #expect(try FileSystem.names(in: "/proc/self/fd").count == before)
            let children = try FileSystem.read("/proc/thread-self/children", limit: 65536)
            #expect(children.isEmpty)
        }
    }
}
