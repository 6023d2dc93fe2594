import Glibc
import LinuxSystem
import LocalPushModel
import MessageLines
import SystemdSupport
import TestSupport
import Testing

@testable import Supervision

/// Nothing an agent ever started outlives it or the service.
@Suite(.timeLimit(.minutes(2))) struct EndTests {
    @Test(arguments: Stage.modes) func `killing an agent kills all it ever started`(
        cgroups: Bool
    ) throws {
        let stage = try Stage(cgroups: cgroups)
        let agent = try stage.launch("escaping.sh", "stay")
        #expect(try stage.runs { $0.contains(.said(.started)) })
        // The keeper, the agent, and at least what it left in three ways.
        #expect(eventually { stage.processCount >= 6 })
        agent.terminate()
        #expect(try !stage.runs(within: .milliseconds(100)) { $0.last?.isEnding == true })
        agent.kill()
        #expect(try stage.ending() == "killed by signal 9")
        #expect(stage.processCount == 0)
    }

    @Test(arguments: Stage.modes) func `a kill overtakes processes that fork and end`(
        cgroups: Bool
    ) throws {
        let stage = try Stage(cgroups: cgroups)
        let agent = try stage.launch("racing.sh")
        #expect(try stage.runs { $0.contains(.said(.started)) })
        agent.kill()
        #expect(try stage.ending() == "killed by signal 9")
        #expect(stage.processCount == 0)
    }

    @Test(.enabled(if: Stage.canUseCgroups))
    func `an agent's cgroup goes with it, and what was moved there too`() throws {
        let stage = try Stage(cgroups: true)
        try stage.launch("escaping.sh", "stay")
        #expect(try stage.runs { $0.contains(.said(.started)) })
        let cgroup = try #require(stage.supervisor.cgroupFolder) + "/agent"
        let guest = try ChildProcess.spawn(
            ProcessDescription(
                executable: "/bin/sleep", arguments: ["sleep", "1000"], environment: [:]))
        let list = try FileDescriptor.open(cgroup + "/cgroup.procs", O_WRONLY)
        try list.writeAll(Array("\(guest.pid)".utf8))
        stage.agents.first?.kill()
        #expect(try stage.ending() == "killed by signal 9")
        #expect(try guest.wait() == .signaled(SIGKILL))
        #expect((try? FileStatus(of: cgroup)) == nil)
    }

    @Test(arguments: Stage.modes) func `what an agent left behind ends with it`(
        cgroups: Bool
    ) throws {
        let stage = try Stage(cgroups: cgroups)
        try stage.launch("escaping.sh", "leave")
        #expect(try stage.ending() == "exited with status 3")
        #expect(stage.processCount == 0)
    }

    @Test(arguments: Stage.modes) func `an agent that nobody holds any more is killed`(
        cgroups: Bool
    ) throws {
        let stage = try Stage(cgroups: cgroups)
        try stage.launch("escaping.sh", "stay")
        #expect(try stage.runs { $0.contains(.said(.started)) })
        stage.dropAgents()
        #expect(eventually { stage.processCount == 0 })
    }

    @Test(arguments: Stage.modes) func `a killed keeper takes the agent along`(
        cgroups: Bool
    ) throws {
        let stage = try Stage(cgroups: cgroups)
        try stage.launch("escaping.sh", "stay")
        #expect(try stage.runs { $0.contains(.said(.started)) })
        guard case .launched(let pid) = stage.news.first else { return #expect(Bool(false)) }
        kill(try #require(try parent(of: pid)), SIGKILL)
        #expect(try stage.ending() == "its keeper was killed")
        // Without a cgroup only the agent itself is bound to go.
        #expect(eventually { cgroups ? stage.processCount == 0 : kill(pid, 0) != 0 })
    }

    @Test(arguments: Stage.modes) func `a keeper that was stopped still ends its agent`(
        cgroups: Bool
    ) throws {
        let stage = try Stage(cgroups: cgroups)
        let agent = try stage.launch("escaping.sh", "stay")
        #expect(try stage.runs { $0.contains(.said(.started)) })
        kill(try #require(agent.keeperPID), SIGSTOP)
        agent.kill()
        #expect(try stage.ending() == "killed by signal 9")
        #expect(stage.processCount == 0)
    }

    @Test(arguments: Stage.modes)
    func `a keeper that was stopped does not outlive its service, nor keep the next one waiting`(
        cgroups: Bool
    ) throws {
        let stage = try Stage(cgroups: cgroups)
        try stage.launch("escaping.sh", "stay")
        #expect(try stage.runs { $0.contains(.said(.started)) })
        kill(try #require(stage.agents.first?.keeperPID), SIGSTOP)
        stage.dropAgents()
        #expect(stage.processCount == 0)
    }

    @Test func `a new service lets a keeper go on that was stopped before it`() throws {
        let folder = try TemporaryFolder()
        // What stands in for the keeper holds the lock, marked and stopped, until it is let go on.
        let script = #"exec 9>"$1"; flock 9; kill -STOP $$; exit 0"#
        let keeper = try ChildProcess.spawn(
            ProcessDescription(
                executable: "/bin/sh",
                arguments: ["sh", "-c", script, "sh", folder("agents.lock")],
                environment: ["LOCALPUSH_RUNTIME": folder.path, "PATH": "/bin:/usr/bin"]))
        #expect(
            eventually {
                let status = try? FileSystem.read("/proc/\(keeper.pid)/status", limit: 65536)
                return String(decoding: status ?? [], as: UTF8.self).contains("T (stopped)")
            })
        try next(in: folder, patience: .seconds(30))
        #expect(try keeper.wait() == .exited(0))
    }

    private func parent(of pid: pid_t) throws -> pid_t? {
        let text = String(
            decoding: try FileSystem.read("/proc/\(pid)/status", limit: 65536), as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix("PPid:") }
        return line?.split(separator: "\t").last.flatMap { pid_t($0) }
    }

    @Test(arguments: Stage.modes)
    func `a service killed at any instant leaves nothing, and the next one waits for that`(
        cgroups: Bool
    ) throws {
        for milliseconds in stride(from: 0, to: 40, by: 2) {
            let stage = try Stage(cgroups: cgroups)
            let (lock, parent) = (stage.folder("parent.lock"), stage.supervisor.cgroupFolder)
            let pipe = try FileDescriptor.pipe()
            var service = ProcessDescription(
                executable: "/usr/bin/python3",
                arguments: [
                    "python3", Repository.path("Tests/Fixtures/keeper-parent.py"),
                    Repository.program("localpush-keeper"), lock, parent ?? "",
                    Repository.path("Tests/Fixtures/agents/escaping.sh"), "stay",
                ],
                environment: .current)
            service.environment["LOCALPUSH_RUNTIME"] = stage.folder.path
            service.descriptors = [0, pipe.second.raw, 2]
            let child = try ChildProcess.spawn(service)
            let first = try pipe.first.read(upTo: 6)
            #expect(first == .bytes(Array("ready\n".utf8)))
            _ = try Poller.wait(for: [], until: MonotonicClock.now + .milliseconds(milliseconds))
            try child.handle.send(signal: SIGKILL)
            _ = try child.wait()
            // The keepers hold the lock until all is gone.
            _ = try FileLock(lock, patience: .seconds(30))
            #expect(stage.processCount == 0)
        }
    }

    @Test(arguments: Stage.modes) func `a new service waits for the agents of the one before`(
        cgroups: Bool
    ) throws {
        var stage: Stage? = try Stage(cgroups: cgroups)
        let folder = try #require(stage?.folder)
        try stage?.launch("escaping.sh", "stay")
        #expect(try stage?.runs { $0.contains(.said(.started)) } == true)

        let busy = #expect(throws: SystemError.self) { try next(in: folder, patience: .zero) }
        #expect(busy?.errno == ETIMEDOUT)
        // The first service ends without a word.
        stage = nil
        try next(in: folder, patience: .seconds(30))
        #expect(Stage.processCount(markedWith: folder.path) == 0)
    }

    private func next(in folder: TemporaryFolder, patience: Duration) throws {
        _ = try Supervisor(
            scope: .user, loop: .init(), keeper: "/proc/nonexistent", runtimeFolder: folder.path,
            cgroupParent: nil, patience: patience)
    }

    @Test func `what is left when service and keepers were killed is found by its mark`() throws {
        let folder = try TemporaryFolder()
        let orphan = try ChildProcess.spawn(
            ProcessDescription(
                executable: "/bin/sleep", arguments: ["sleep", "1000"],
                environment: ["LOCALPUSH_RUNTIME": folder.path]))
        let other = try ChildProcess.spawn(
            ProcessDescription(
                executable: "/bin/sleep", arguments: ["sleep", "1000"],
                environment: ["LOCALPUSH_RUNTIME": folder.path + "x"]))
        // A process that is being executed has no environment yet.
        #expect(eventually { Stage.processCount(markedWith: folder.path) == 1 })
        try next(in: folder, patience: .zero)
        try #require(eventually { Stage.processCount(markedWith: folder.path) == 0 })
        #expect(try orphan.wait() == .signaled(SIGKILL))
        #expect(
            try Poller.wait(
                for: [.init(other.handle.descriptor.raw)], until: MonotonicClock.now) == [])
        try other.handle.send(signal: SIGKILL)
        _ = try other.wait()
    }

    @Test(.enabled(if: Stage.canUseCgroups)) func `what is left in a cgroup is killed`() throws {
        let stage = try Stage(cgroups: true)
        let parent = try #require(stage.supervisor.cgroupFolder)
        let tree = try #require(CgroupTree(named: "tree", in: parent))
        let group = try #require(tree.makeGroup("left"))
        let orphan = try ChildProcess.spawn(
            ProcessDescription(
                executable: "/bin/sh",
                arguments: ["sh", "-c", "echo 0 >\(group)/cgroup.procs; exec sleep 1000"],
                environment: ["PATH": "/bin:/usr/bin"]))
        let procs = group + "/cgroup.procs"
        #expect(eventually { (try? FileSystem.read(procs, limit: 100))?.isEmpty == false })
        _ = try #require(CgroupTree(named: "tree", in: parent))
        #expect(try orphan.wait() == .signaled(SIGKILL))
        #expect((try? FileStatus(of: group)) == nil)
    }
}
