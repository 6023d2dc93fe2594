import CommandConsole
import CommandLineKit
import Glibc
import LinuxSystem
import SystemdSupport

/// Debian's nats-server, run as a child on a folder's configuration.
final class NATSServerProcess {
    private static let programs = ["/usr/sbin/nats-server", "/usr/bin/nats-server"]

    private let folder: ServerFolder
    private var environment: Environment
    private var child: ChildProcess?
    private var end: IOSource?

    /// The child's process number; 0 when there is none.
    private(set) var pid: pid_t = 0

    init(_ folder: ServerFolder, environment: Environment) {
        self.folder = folder
        self.environment = environment
        // Go collects garbage when its heap has doubled, unless told otherwise: here, when it has grown by
        // half. That saves about an eighth of the memory of a server of a thousand devices (measured: 143
        // to 150 KiB a device, 159 to 179 otherwise).
        if environment["GOGC"] == nil { self.environment["GOGC"] = "50" }
    }

    /// Starts it.
    ///
    /// - Parameter whenEnded: told how it ended, from the loop.
    func start(_ loop: EventLoop, whenEnded: @escaping (WaitStatus?) -> Void) throws {
        try endLeftover()
        guard let program = Self.programs.first(where: { access($0, X_OK) == 0 }) else {
            throw Failure(
                .failure, "nats-server is not installed",
                advice: ["Install it: sudo apt-get install nats-server"])
        }
        let child = try ChildProcess.spawn(
            ProcessDescription(
                executable: program,
                arguments: ["nats-server", "--config", folder.files.configuration],
                environment: environment))
        pid = child.pid
        end = try loop.watch(child.handle.descriptor.raw) { [unowned self] _ in
            end = nil
            pid = 0
            whenEnded(try? self.child.take()?.wait())
        }
        self.child = consume child
    }

    /// Whether it takes connections: only then it says where, in a file.
    var isServing: Bool {
        (try? FileStatus(of: "\(folder.path)/nats-server_\(pid).ports")) != nil
    }

    /// Has it read its configuration again: users that are gone lose their connections.
    func reload() { send(SIGHUP) }

    /// Ends it; it still writes what it has to.
    func stop() { send(SIGTERM) }

    /// Ends it whatever it is at.
    func kill() { send(SIGKILL) }

    private func send(_ signal: Int32) {
        if child != nil { try? child?.handle.send(signal: signal) }
    }

    /// Ends what a simplepush that was killed has left: it would hold port and store.
    private func endLeftover() throws {
        let text = (try? folder.text(folder.files.pid)) ?? ""
        guard let pid = pid_t(text.split(whereSeparator: \.isWhitespace).first ?? ""),
            let handle = try? ProcessHandle(pid), runsOurs(pid)
        else { return }
        try handle.send(signal: SIGTERM)
        let deadline = MonotonicClock.now + .seconds(10)
        let interest = Poller.Interest(handle.descriptor.raw)
        if try Poller.wait(for: [interest], until: deadline).isEmpty {
            try handle.send(signal: SIGKILL)
            _ = try Poller.wait(for: [interest], until: deadline + .seconds(5))
        }
    }

    private func runsOurs(_ pid: pid_t) -> Bool {
        let words = (try? FileSystem.read("/proc/\(pid)/cmdline", limit: 1 << 16)) ?? []
        return words.split(separator: 0).contains {
            $0.elementsEqual(folder.files.configuration.utf8)
        }
    }
}
