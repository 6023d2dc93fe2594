import Glibc
import LinuxSystem
import LocalPushModel
import MessageLines
import StrictJSON
import SystemdSupport
import TestSupport
import Testing

@testable import Supervision

/// A service's surroundings for one test: a loop, a runtime folder, a supervisor, and what its agents
/// tell. Whatever a test leaves is killed when the stage goes.
final class Stage {
    let folder: TemporaryFolder
    let loop: EventLoop
    let supervisor: Supervisor
    private let cgroup: String?
    private(set) var news: [AgentNews] = []
    private(set) var agents: [AgentProcess] = []

    /// - Parameter cgroups: whether agents get cgroups, which takes rights that tests may not have.
    init(
        cgroups: Bool = false, scope: Scope = .user, environment: Environment = .current
    ) throws {
        folder = try TemporaryFolder()
        chmod(folder.path, 0o755)
        loop = try EventLoop()
        cgroup = cgroups ? Self.makeCgroup() : nil
        supervisor = try Supervisor(
            scope: scope, loop: loop, keeper: Repository.program("localpush-keeper"),
            runtimeFolder: folder.path, cgroupParent: cgroup, environment: environment)
        try #require(supervisor.usesCgroups == cgroups)
    }

    deinit {
        dropAgents()
        Leftovers.kill(of: folder.path)
        if let cgroup, CgroupTree.empty(cgroup, patience: .seconds(5)) { CgroupTree.remove(cgroup) }
    }

    /// Whether this user may make cgroups here.
    static let canUseCgroups: Bool = {
        guard let cgroup = makeCgroup() else { return false }
        CgroupTree.remove(cgroup)
        return true
    }()

    /// With a cgroup for each agent where that can be tested, and without.
    static var modes: [Bool] { canUseCgroups ? [false, true] : [false] }

    private static func makeCgroup() -> String? {
        guard let own = CgroupTree.ownFolder() else { return nil }
        var template = Array("\(own)/localpush-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Launches one of the agents in Tests/Fixtures/agents.
    @discardableResult
    func launch(
        _ agent: String, _ arguments: String..., name: String = "agent", user: String? = nil,
        simple configuration: JSONObject? = nil
    ) throws -> AgentProcess {
        let network = try Self.network
        let start = MessageToAgent.start(
            profile: "p", providerConfiguration: ["host": "ship"], network: network)
        let launch = AgentLaunch(
            name: name, command: [Repository.path("Tests/Fixtures/agents/" + agent)] + arguments,
            user: user,
            conversation: configuration.map { .simple(network.ssid, configuration: $0) }
                ?? .session(start))
        let process = try supervisor.launch(launch) { [unowned self] in news.append($0) }
        agents.append(process)
        return process
    }

    static var network: MessageToAgent.Network {
        get throws {
            let ssid = try #require(SSID(bytes: [0x53, 0xFF]))
            return MessageToAgent.Network(ssid: ssid, interface: "wlan0", isProtected: true)
        }
    }

    /// Lets go of all agents without a word, as a service that ends, and waits for their keepers.
    ///
    /// Without the wait they would stay as zombies, and the test library, which waits for whatever
    /// child has ended when it runs an exit test, would see them for ever.
    func dropAgents() {
        let keepers = agents.compactMap(\.keeperPID)
        agents = []
        for keeper in keepers { waitpid(keeper, nil, 0) }
    }

    /// Runs the loop until `condition` holds for what was told; false when it takes too long.
    func runs(
        within patience: Duration = .seconds(30), until condition: ([AgentNews]) -> Bool
    ) throws -> Bool {
        let deadline = MonotonicClock.now + patience
        while !condition(news) {
            if MonotonicClock.now > deadline { return false }
            try loop.runOnce(patience: .milliseconds(100))
        }
        return true
    }

    /// Runs the loop until an agent has ended; returns how.
    func ending() throws -> String? {
        _ = try runs { $0.last?.isEnding == true }
        guard case .ended(let words) = news.last else { return nil }
        return words
    }

    /// What the agent wrote to its standard error.
    var logged: [String] {
        news.compactMap { if case .logged(let line) = $0 { line } else { nil } }
    }

    /// What the agent did wrong.
    var complaints: [String] {
        news.compactMap { if case .complaint(let text) = $0 { text } else { nil } }
    }

    /// How many processes belong to this stage's agents, their keepers included.
    var processCount: Int { Self.processCount(markedWith: folder.path) }

    static func processCount(markedWith folder: String) -> Int {
        ProcessList.all().filter {
            ProcessList.environment(of: $0, has: AgentEnvironment.mark, setTo: folder)
        }.count
    }
}

extension AgentNews {
    var isEnding: Bool { if case .ended = self { true } else { false } }
}
