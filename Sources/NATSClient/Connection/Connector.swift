import CNATS
import CNATSGuard
import Certificates
import Glibc
import LinuxSystem
import LocalPushModel

/// The blocking half of an attempt, which runs in a thread of its own and only reads what it was given.
final class Connector: Sendable {
    private let target: ConnectionTarget
    private let number: Int

    init(target: ConnectionTarget, number: Int) {
        self.target = target
        self.number = number
    }

    /// Starts the thread, which ends by leaving the outcome at the ``Switchboard``.
    func start() throws(SystemError) {
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        unsafe pthread_attr_setstacksize(&attributes, 512 * 1024)
        let object = unsafe Unmanaged.passRetained(self)
        var thread = pthread_t()
        let error = unsafe pthread_create(
            &thread, &attributes,
            { data in
                if let data = unsafe data {
                    unsafe Unmanaged<Connector>.fromOpaque(data).takeRetainedValue().run()
                }
                return nil
            }, object.toOpaque())
        if error != 0 {
            unsafe object.release()
            throw SystemError("start a thread", errno: error)
        }
    }

    private func run() {
        blockSignals()
        let outcome = connect()
        if !Switchboard.leave(.attempted(outcome), for: number) { outcome.discard() }
        // What libnats keeps for each thread that has called it.
        nats_ReleaseThreadMemory()
    }

    /// Signals are the loop's. The threads that libnats starts inherit this, too.
    private func blockSignals() {
        var all = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_BLOCK, &all, nil)
    }

    private func connect() -> AttemptOutcome {
        do {
            let options = try ClientOptions(
                target, authorities: try authorities(), number: number)
            let deadline = MonotonicClock.now + target.timeout
            nats_guard_set_deadline(deadline.nanoseconds)
            let (handle, status) = options.connect()
            // A look at the server has a deadline of its own.
            nats_guard_set_deadline(0)
            if status == NATS_OK, let handle { return .connected(handle) }
            return .failed(failure(status))
        } catch let failure as ConnectFailure {
            return .failed(failure)
        } catch {
            return .failed(.rejected("\(error)"))
        }
    }

    /// The only certificates to trust, as PEM.
    private func authorities() throws(ConnectFailure) -> String? {
        switch target.trust {
        case .authorities(let pem): pem
        case .pin: try ServerLook(at: target).pinnedCertificate()
        case .plainText: nil
        }
    }

    /// libnats says whether it was the user; for all else a look tells more than it does.
    private func failure(_ status: natsStatus) -> ConnectFailure {
        let words = unsafe nats_GetLastError(nil).map { unsafe String(cString: $0) } ?? ""
        if status == NATS_CONNECTION_AUTH_FAILED {
            return .rejected("\(target.address) refuses the credentials")
        }
        // What it says when the server breaks off in its greeting.
        if words.contains("Expected 'PONG'") {
            return .waiting("\(target.address) broke off its greeting")
        }
        return ServerLook(at: target).obstacle()
            ?? .waiting("\(target.address): \(SafeText.escaped(words))")
    }
}
