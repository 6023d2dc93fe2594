import Glibc
import LinuxSystem
import SystemdSupport

/// The service's end of one `localpush-keeper`; the protocol is described in its `keeper.h`.
final class Keeper {
    /// What the keeper tells.
    enum News {
        /// The agent's program runs, as the process of this number. Told once.
        case started(pid: pid_t)
        /// The agent's program does not run, for the reason in words.
        case failed(String)
        /// The keeper is gone, and with it, when `status` says how the agent ended, everything of it.
        /// Without a status the keeper was killed, and parts of the agent may remain. The last news.
        case ended(status: WaitStatus?)
    }

    private let lifeline: FileDescriptor
    private let executable: String
    private let handler: (News) -> Void
    private var child: ChildProcess?
    /// The agent's process, which may not run its program yet.
    private var agent: pid_t?
    private var hasStarted = false
    private var status: WaitStatus?
    private var sources: [IOSource] = []

    /// - Parameter description: the keeper's own process; its fourth descriptor is added here.
    init(
        _ description: ProcessDescription, agent executable: String, loop: EventLoop,
        handler: @escaping (News) -> Void
    ) throws(SystemError) {
        let pair = try UnixSocket.messagePair()
        var description = description
        description.descriptors.insert(pair.second.raw, at: 3)
        let child = try ChildProcess.spawn(description)
        let descriptor = child.handle.descriptor.raw
        self.child = consume child
        self.executable = executable
        self.handler = handler
        lifeline = pair.keepingFirst()
        sources.append(try loop.watch(lifeline.raw) { [unowned self] _ in readReports() })
        sources.append(try loop.watch(descriptor) { [unowned self] _ in end() })
    }

    /// Has SIGTERM sent to the agent's process group.
    func terminate() { say("terminate") }

    /// Has everything of the agent killed.
    func kill() { say("kill") }

    /// The keeper's process; nil once it was waited for.
    var pid: pid_t? { child?.pid }

    /// Has the start told now, if it was not: whoever heard from the program knows that it runs, maybe
    /// before the keeper does.
    func programRuns() {
        if agent == nil { readReports() }
        guard let agent, !hasStarted else { return }
        hasStarted = true
        handler(.started(pid: agent))
    }

    private func say(_ command: String) {
        // A keeper that has just ended is not told; that it has ended is on its way.
        _ = try? lifeline.send(Array(command.utf8)[...])
        resume()
    }

    /// One that somebody stopped, its agent perhaps, would hear nothing and hold everything up.
    private func resume() {
        if child != nil { try? child?.handle.send(signal: SIGCONT) }
    }

    deinit { resume() }

    private func readReports() {
        while true {
            switch try? lifeline.read(upTo: 64) {
            case .bytes(let report): take(String(decoding: report, as: UTF8.self))
            case .wouldBlock: return
            case .endOfFile, nil:
                sources.first?.isEnabled = false
                return
            }
        }
    }

    private func take(_ report: String) {
        let words = report.split(separator: " ")
        let number = words.last.flatMap { Int32($0) } ?? 0
        switch words.first {
        case "process": agent = number
        case "started": programRuns()
        case "failed": handler(.failed(problem(step: words.dropFirst().first ?? "", errno: number)))
        case "ended": status = WaitStatus(waitStatus: number)
        default: break
        }
    }

    private func problem(step: Substring, errno: Int32) -> String {
        let error =
            switch step {
            case "execute": SystemError("execute", executable, errno: errno)
            case "user", "group", "groups": SystemError("become the agent's user", errno: errno)
            case "cgroup": SystemError("join the agent's cgroup", errno: errno)
            default: SystemError("prepare the agent's process (\(step))", errno: errno)
            }
        return error.description
    }

    private func end() {
        readReports()
        sources = []
        guard let child = child.take() else { return }
        // It has ended, so this does not wait.
        _ = try? child.wait()
        handler(.ended(status: status))
    }
}
