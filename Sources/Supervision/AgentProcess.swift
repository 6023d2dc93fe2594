import Glibc
import LinuxSystem
import LocalPushModel
package import MessageLines
import SystemdSupport

/// A running agent: its keeper, the pipes to it, and what comes through them.
///
/// When it is dropped before ``AgentNews/ended(_:)``, everything of the agent is killed.
/// Whatever the agent does, nothing here waits for it, and it takes a few megabytes of memory at most.
package final class AgentProcess: RunningAgent {
    private static let longestLogLine = 4096

    private let cgroup: String?
    private let configuration: ConfigurationFile?
    private var handler: (AgentNews) -> Void
    private var logLimit = LogLimit()
    /// Whether it knows nothing of messages.
    private var isSimple: Bool { configuration != nil }
    private var keeper: Keeper?
    /// What the agent waits at; nil once its program may run.
    private var gate: FileDescriptor?
    private var input: LineWriter?
    private var output: LineReader?
    private var errors: LineReader?

    /// Makes an agent's process, whose program runs once it is told to begin. Its news come from the
    /// loop, never during this.
    ///
    /// - Parameters:
    ///   - executable: the path of its program.
    ///   - keeper: the keeper's own process, but for descriptors.
    ///   - lock: a descriptor that the keeper holds as long as anything of the agent remains.
    ///   - cgroup: the agent's own, which the keeper removes.
    init(
        _ executable: String, keeper: ProcessDescription, lock: Int32, cgroup: String?,
        configuration: ConfigurationFile? = nil, loop: EventLoop,
        handler: @escaping (AgentNews) -> Void
    ) throws(SystemError) {
        self.cgroup = cgroup
        self.configuration = configuration
        self.handler = handler

        let input = try FileDescriptor.pipe()
        let output = try FileDescriptor.pipe()
        let errors = try FileDescriptor.pipe()
        let gate = try FileDescriptor.pipe()
        try input.second.setNonBlocking()
        try output.first.setNonBlocking()
        try errors.first.setNonBlocking()
        var process = keeper
        process.descriptors = [
            input.first.raw, output.second.raw, errors.second.raw, lock, gate.first.raw,
        ]
        process.startsSession = true
        self.keeper = try Keeper(process, agent: executable, loop: loop) { [weak self] news in
            self?.take(news)
        }
        self.gate = gate.keepingSecond()
        self.input = try LineWriter(input.keepingSecond(), loop: loop)
        self.output = try LineReader(
            output.keepingFirst(), limit: LineFramer.longestLine, loop: loop
        ) { [weak self] line in self?.takeOutput(line) }
        self.errors = try LineReader(errors.keepingFirst(), limit: Self.longestLogLine, loop: loop)
        {
            [weak self] line in self?.takeErrors(line)
        }
    }

    /// Has the agent's program run, with this first line on its standard input, if it is not empty.
    func begin(_ greeting: [UInt8]) {
        _ = input?.write(greeting)
        // A keeper that is gone is told of elsewhere.
        if let gate = gate.take() { try? gate.writeAll([1]) }
    }

    /// From now on the news go to this handler.
    func hear(_ handler: @escaping (AgentNews) -> Void) { self.handler = handler }

    /// Sends the agent a message. Returns false, having sent nothing, when it does not read: then it
    /// is not worth waiting for an answer.
    @discardableResult
    package func send(_ message: MessageToAgent) throws(MessageError) -> Bool {
        let line = try message.line()
        return input?.write(line) ?? false
    }

    /// Sends SIGTERM to the agent's process group.
    package func terminate() { keeper?.terminate() }

    /// Kills everything the agent ever started.
    package func kill() {
        keeper?.kill()
        // At once, even if the keeper itself was stopped.
        if let cgroup { CgroupTree.kill(cgroup) }
    }

    /// The process of the agent's keeper; nil when it has ended.
    var keeperPID: pid_t? { keeper?.pid }

    private func take(_ news: Keeper.News) {
        switch news {
        case .started(let pid):
            handler(.launched(pid: pid))
            if isSimple { handler(.said(.started)) }
        case .failed(let problem): handler(.launchFailed(SafeText.escaped(problem)))
        case .ended(let status): end(status)
        }
    }

    private func end(_ status: WaitStatus?) {
        input = nil
        output?.drain()
        errors?.drain()
        if status == nil, let cgroup, CgroupTree.empty(cgroup, patience: .seconds(1)) {
            CgroupTree.remove(cgroup)
        }
        tellDropped(logLimit.takeDropped())
        handler(.ended(status?.description ?? "its keeper was killed"))
    }

    private func takeOutput(_ line: LineFramer.Line) {
        keeper?.programRuns()
        switch line {
        case .overlong: complain("a line over 1 MiB on its standard output was skipped")
        // A program that knows nothing of messages says what it likes.
        case .line(let bytes) where isSimple: tell(.logged(SafeText.escaped(bytes)))
        case .line(let bytes):
            do throws(MessageError) {
                handler(.said(try MessageFromAgent(line: bytes)))
            } catch {
                complain("a line on its standard output is no message: \(error)")
            }
        }
    }

    private func takeErrors(_ line: LineFramer.Line) {
        keeper?.programRuns()
        switch line {
        case .overlong: complain("a line over 4 KiB on its standard error was skipped")
        case .line(let bytes): tell(.logged(SafeText.escaped(bytes)))
        }
    }

    private func complain(_ problem: String) { tell(.complaint(problem)) }

    /// Tells what goes into the log, unless it is too much.
    private func tell(_ news: AgentNews) {
        let (isAdmitted, dropped) = logLimit.admit()
        tellDropped(dropped)
        if isAdmitted { handler(news) }
    }

    private func tellDropped(_ count: Int) {
        if count > 0 { handler(.complaint("\(count) lines were too many for the log")) }
    }
}
