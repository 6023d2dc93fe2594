import Glibc
import LinuxSystem
import LocalPushModel
import MessageLines
import StrictJSON
import TestSupport
import Testing

@testable import Supervision

@Suite(.timeLimit(.minutes(2))) struct LaunchTests {
    private static let servicesOwn: Environment = [
        "PATH": "/usr/bin:/bin", "HOME": "/home/somebody", "NOTIFY_SOCKET": "/x",
        "LISTEN_FDS": "1", "JOURNAL_STREAM": "1:2", "LOCALPUSH_STORE": "/x",
    ]

    /// What facts.sh told, each line's words by its first.
    private func facts(_ stage: Stage) -> [String: String] {
        let pairs = stage.logged.map { line in
            let words = line.split(separator: " ", maxSplits: 1)
            return (String(words.first ?? ""), words.count > 1 ? String(words[1]) : "")
        }
        return Dictionary(pairs) { first, _ in first }
    }

    @Test(arguments: Stage.modes) func `an agent starts afresh`(cgroups: Bool) throws {
        let stage = try Stage(cgroups: cgroups, environment: Self.servicesOwn)
        try stage.launch("facts.sh")
        #expect(try stage.ending() == "exited with status 0")
        let facts = facts(stage)
        // The shell reads the script itself at 10.
        #expect(facts["descriptors"] == "0 1 2")
        #expect(stage.logged.contains(#"SigBlk:\x090000000000000000"#))
        // Not even those that posix_spawn leaves ignored; see ChildProcessTests.
        #expect(stage.logged.contains(#"SigIgn:\x090000000180000000"#))
        #expect(stage.logged.contains(#"NoNewPrivs:\x091"#))
        #expect(stage.logged.contains("leads a session"))
        #expect(facts["folder"] == "/, mask 0022")
        #expect(facts["home"] == "/home/somebody")
        #expect(stage.logged.contains("own environment"))
    }

    @Test(.enabled(if: geteuid() == 0), arguments: Stage.modes)
    func `an agent of the system runs as its user, with nothing of the service's`(
        cgroups: Bool
    ) throws {
        let account = try #require(UserAccount(named: "nobody"))
        let stage = try Stage(cgroups: cgroups, scope: .system, environment: Self.servicesOwn)
        try stage.launch("facts.sh", user: "nobody", simple: ["host": "ship"])
        #expect(try stage.ending() == "exited with status 0")
        let ids = Array(repeating: "\(account.user)", count: 4).joined(separator: #"\x09"#)
        #expect(stage.logged.contains(#"Uid:\x09"# + ids))
        let groups = Array(repeating: "\(account.group)", count: 4).joined(separator: #"\x09"#)
        #expect(stage.logged.contains(#"Gid:\x09"# + groups))
        #expect(stage.logged.contains { $0.hasPrefix(#"Groups:\x09\#(account.group)"#) })
        let facts = facts(stage)
        #expect(facts["home"] == account.home)
        #expect(facts["owned"] == "by \(account.user), mode 600")
        #expect(facts["configuration"] == #"{"host":"ship"}"#)
    }

    @Test(.enabled(if: geteuid() == 0))
    func `an agent of the system has a state folder that is its user's alone`() throws {
        let account = try #require(UserAccount(named: "nobody"))
        let state = try TemporaryFolder()
        let stage = try Stage(scope: .system, environment: ["STATE_DIRECTORY": state.path])
        let launch = AgentLaunch(
            name: "agent", command: ["/usr/bin/env"], user: "nobody", stateFolder: "com.example.P",
            conversation: .simple(try Stage.network.ssid, configuration: [:]))
        var logged: [String] = []
        let agent = try stage.supervisor.launch(launch) {
            if case .logged(let line) = $0 { logged.append(line) }
        }
        #expect(try stage.runs { _ in !logged.isEmpty && agent.keeperPID == nil })
        let folder = state("com.example.P")
        #expect(logged.contains("STATE_DIRECTORY=\(folder)"))
        let status = try FileStatus(of: folder)
        #expect(status.owner == account.user && status.permissions == 0o700)
    }

    @Test func `a simple agent has started when it runs, and finds its network and configuration`()
        throws
    {
        let stage = try Stage()
        try stage.launch("facts.sh", simple: ["host": "ship"])
        #expect(try stage.runs { $0.contains(.said(.started)) })
        #expect(try stage.ending() == "exited with status 0")
        let facts = facts(stage)
        #expect(facts["ssid"] == "53ff")
        #expect(facts["configuration"] == #"{"host":"ship"}"#)
        #expect(facts["owned"] == "by \(geteuid()), mode 600")
        #expect(facts["not"] == "a message" && stage.complaints.isEmpty)
        let folder = stage.folder("configurations")
        #expect(try FileSystem.names(in: folder) == ["agent.json"])
        stage.dropAgents()
        #expect(try FileSystem.names(in: folder) == [])
    }

    @Test(arguments: Stage.modes) func `a program that cannot be executed is told, and why`(
        cgroups: Bool
    ) throws {
        let stage = try Stage(cgroups: cgroups)
        try stage.launch("missing")
        #expect(try stage.ending() == "exited with status 127")
        let path = Repository.path("Tests/Fixtures/agents/missing")
        let problem = "cannot execute \(path): No such file or directory"
        #expect(stage.news.first == .launchFailed(problem))
        #expect(stage.news.count == 2)
    }

    @Test(arguments: Stage.modes) func `a launch that fails leaves nothing`(cgroups: Bool) throws {
        let stage = try Stage(cgroups: cgroups)
        let folder = try TemporaryFolder()
        var supervisor: Supervisor? = try Supervisor(
            scope: .user, loop: stage.loop, keeper: "/proc/nonexistent", runtimeFolder: folder.path,
            cgroupParent: stage.supervisor.cgroupFolder)
        let cgroup = supervisor?.cgroupFolder
        let launch = AgentLaunch(
            name: "agent", command: ["/bin/true"], user: nil,
            conversation: .simple(try Stage.network.ssid, configuration: [:]))
        let error = #expect(throws: LaunchError.self) { try supervisor?.launch(launch) { _ in } }
        #expect(error?.description == "cannot execute /proc/nonexistent: No such file or directory")
        #expect(try FileSystem.names(in: folder("configurations")) == [])
        #expect(cgroup.map { (try? FileStatus(of: $0 + "/agent")) == nil } != false)
        supervisor = nil
        #expect(try FileSystem.names(in: folder.path) == ["agents.lock"])
        #expect(cgroup.map { (try? FileStatus(of: $0)) == nil } != false)
    }

    @Test func `an agent of the system needs a user that exists`() throws {
        let stage = try Stage(scope: .system)
        let missing = #expect(throws: LaunchError.self) { try stage.launch("facts.sh") }
        #expect(missing?.description == "the provider names no user to run as")
        let unknown = #expect(throws: LaunchError.self) {
            try stage.launch("facts.sh", user: "no-such\u{1B}user")
        }
        #expect(unknown?.description == #"there is no user "no-such\x1buser""#)
    }

    @Test(arguments: Stage.modes) func `agents that come and go leave no descriptors or children`(
        cgroups: Bool
    ) async {
        await #expect(processExitsWith: .success) { [cgroups] in
            let stage = try Stage(cgroups: cgroups)
            func run(_ number: Int) throws {
                try stage.launch("facts.sh", name: "agent\(number)", simple: [:])
                _ = try stage.runs { $0.filter(\.isEnding).count == number }
                stage.dropAgents()
            }
            try run(1)
            let before = try FileSystem.names(in: "/proc/self/fd").count
            for number in 2...10 { try run(number) }
            #expect(stage.news.filter(\.isEnding).count == 10)
            #expect(try FileSystem.names(in: "/proc/self/fd").count == before)
            let children = try FileSystem.read("/proc/thread-self/children", limit: 65536)
            #expect(children.isEmpty)
        }
    }
}
