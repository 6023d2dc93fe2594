import Glibc
import LinuxSystem
import LocalPushModel
import SystemdSupport

/// A server while it runs: the child, and what changes in its folder.
final class ServerRun {
    private let folder: ServerFolder
    private let log: Log
    private let loop: EventLoop
    private let process: NATSServerProcess
    private var signals: [SignalSource] = []
    private var changes: FileSource?
    private var look: PacedCall?
    private var isServing = false
    private var isEnding = false
    private var deadline: TimerSource?

    /// How long nats-server may take to end: one that has met a full disk can hang.
    private static let patience = Duration.seconds(10)

    init(
        _ folder: ServerFolder, _ settings: ServerSettings, loop: EventLoop, log: Log,
        environment: Environment
    ) throws {
        self.folder = folder
        self.log = log
        self.loop = loop
        process = NATSServerProcess(folder, environment: environment)
        signals = try [SIGTERM, SIGINT].map { signal in
            try loop.signal(signal) { [unowned self] in stop() }
        }
        signals.append(try loop.signal(SIGHUP) { [unowned self] in look?.schedule() })
        look = try loop.paced { [unowned self] in lookAtFolder() }
        changes = try loop.watchFile(folder.path, for: .folder) { [unowned self] _ in
            look?.schedule()
        }
        try process.start(loop) { [unowned self] in ended($0) }
        log.info("nats-server starts, to listen at \(settings.listen)")
    }

    private func stop() {
        isEnding = true
        ServiceNotifier().stopping(status: "ending nats-server")
        process.stop()
        if deadline == nil {
            deadline = try? loop.timer { [unowned self] in
                log.error("nats-server does not end, and is killed")
                process.kill()
            }
            deadline?.set(after: Self.patience)
        }
    }

    private func ended(_ status: WaitStatus?) {
        if !isEnding {
            log.error("nats-server \(status?.description ?? "has ended")")
        }
        loop.exit(isEnding ? 0 : 1)
    }

    /// Writes the configuration anew where devices came or went, and has the child read it.
    private func lookAtFolder() {
        if !isServing, process.isServing {
            isServing = true
            log.notice("ready")
            ServiceNotifier().ready(status: "serving mailboxes")
        }
        do {
            if try folder.change({ try folder.writeConfiguration() }) {
                process.reload()
                log.info("devices were enrolled or revoked")
            }
        } catch {
            log.error("cannot look at the folder: \(SafeText.escaped("\(error)"))")
        }
    }
}
