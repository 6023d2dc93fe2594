import Glibc
import LinuxSystem
import LocalPushModel
import MessageLines
import StrictJSON
import SystemdSupport

/// One conversation of a provider with the service, from `start` to `stopped`.
///
/// Lives on the provider's loop, which it runs. The provider outlives it.
final class ProviderSession {
    /// How far the provider is.
    private enum Stage: Comparable {
        case waiting, starting, running, stopping, over
    }

    /// How long a provider may take to stop when nobody is there to kill it.
    private static let stopPatience = Duration.seconds(5)
    private static let chunk = 64 * 1024

    private unowned let provider: AppPushProvider
    private let input: FileDescriptor
    private let writer: LineWriter
    private var framer = LineFramer()
    private var stage = Stage.waiting
    private var source: IOSource?
    private var next: DeferredSource?
    private var patience: TimerSource?
    private var status: StatusPacer?
    private var calls: [String: [(Bool) -> Void]] = [:]

    /// - Parameters:
    ///   - input: Where the service speaks: a pipe, or a file.
    ///   - output: Where the provider speaks, a pipe that does not block, or a file.
    init(
        _ provider: AppPushProvider, input: consuming FileDescriptor,
        output: consuming FileDescriptor
    ) throws(SystemError) {
        self.provider = provider
        self.input = input
        let loop = provider.loop.events
        writer = try LineWriter(output, loop: loop)
        patience = try loop.timer { [unowned self] in
            provider.log.error("the provider did not stop in time")
            end(1)
        }
        status = try StatusPacer(loop) { [unowned self] in say(.status($0)) }
        next = try loop.deferred { [unowned self] in read() }
        do throws(SystemError) {
            source = try loop.watch(self.input.raw) { [unowned self] _ in read() }
        } catch {
            // A file is always ready.
            guard error.errno == EPERM else { throw error }
            next?.schedule()
        }
    }

    /// Talks until the session is over; returns the exit status for the program.
    func run() throws(SystemError) -> Int32 {
        let status = try provider.loop.events.run()
        writer.finish(patience: .seconds(1))
        return status
    }

    private func end(_ exitStatus: Int32) {
        stage = .over
        (source, next, patience, status) = (nil, nil, nil, nil)
        provider.loop.events.exit(exitStatus)
    }

    // MARK: Hearing

    private func read() {
        do throws(SystemError) {
            switch try input.read(upTo: Self.chunk) {
            case .bytes(let bytes):
                framer.append(bytes).forEach(take)
                if source == nil { next?.schedule() }
            case .wouldBlock: break
            case .endOfFile:
                framer.finish().forEach(take)
                inputEnded()
            }
        } catch {
            provider.log.error("\(error)")
            inputEnded()
        }
    }

    /// The service is gone, or whoever typed has had enough.
    private func inputEnded() {
        (source, next) = (nil, nil)
        switch stage {
        case .waiting: end(0)
        case .starting, .running: stop(.none)
        case .stopping: patience?.set(after: Self.stopPatience)
        case .over: break
        }
    }

    private func take(_ line: LineFramer.Line) {
        guard stage != .over else { return }
        guard case .line(let bytes) = line else {
            return provider.log.warning("a line over 1 MiB was skipped")
        }
        do throws(MessageError) {
            take(try MessageToAgent(line: bytes))
        } catch {
            provider.log.warning("a line is no message: \(error)")
            // Nobody has to wait for a start that does not come.
            if stage == .waiting, (try? Envelope(line: bytes))?.name == "start" {
                failToStart("\(error)")
            }
        }
    }

    private func take(_ message: MessageToAgent) {
        switch message {
        case .start(let profile, let configuration, let network):
            start(profile, configuration, network)
        case .stop(let reason): stop(AppPushProvider.StopReason(reason))
        case .callReported(let id, let isDelivered):
            calls.removeValue(forKey: id)?.forEach { $0(isDelivered) }
        case _ where stage != .starting && stage != .running: break
        case .configurationChanged(let revision, let configuration):
            provider.providerConfiguration = PropertyList(configuration)
            guard provider.providerConfigurationDidChange() else { break }
            say(.configurationAccepted(revision: revision))
        case .networkChanged(let network):
            provider.network = AppPushProvider.Network(network)
            provider.networkDidChange()
        case .timer: provider.handleTimerEvent()
        case .sleep: provider.sleep {}
        case .wake: provider.wake()
        }
    }

    // MARK: Starting and stopping

    private func start(
        _ profile: String, _ configuration: JSONObject, _ network: MessageToAgent.Network
    ) {
        guard stage == .waiting else { return provider.log.warning("started twice") }
        stage = .starting
        provider.profileName = profile
        provider.providerConfiguration = PropertyList(configuration)
        provider.network = AppPushProvider.Network(network)
        provider.start { [weak self] error in
            guard let self, stage == .starting else { return }
            if let error { return failToStart("\(error)") }
            stage = .running
            say(.started)
        }
    }

    private func failToStart(_ problem: String) {
        say(.startFailed(message: problem))
        end(1)
    }

    private func stop(_ reason: AppPushProvider.StopReason) {
        guard stage < .stopping else { return }
        guard stage != .waiting else { return stopped() }
        stage = .stopping
        if source == nil { patience?.set(after: Self.stopPatience) }
        provider.stop(with: reason) { [weak self] in self?.stopped() }
    }

    private func stopped() {
        guard stage != .over else { return }
        say(.stopped)
        end(0)
    }

    // MARK: Saying

    /// Tells how the provider is doing, soon.
    func report(_ status: AgentStatus) { self.status?.take(status) }

    /// Reports a call. `completion` is called once, with whether the app has it.
    func report(id: String, userInfo: JSONObject, _ completion: @escaping (Bool) -> Void) {
        let isName = (1...MessageFromAgent.longestName).contains(id.utf8.count)
        if !isName { provider.log.error("an identifier of a call has 1 to 255 bytes") }
        guard isName, stage != .over, say(.incomingCall(id: id, userInfo: userInfo)) else {
            return completion(false)
        }
        calls[id, default: []].append(completion)
    }

    @discardableResult
    private func say(_ message: MessageFromAgent) -> Bool {
        do throws(MessageError) {
            if writer.write(try message.line()) { return true }
            provider.log.warning("the service does not read what it is told")
        } catch {
            provider.log.error("\(error)")
        }
        return false
    }
}

extension ProviderSession {
    /// An identifier that no call had before: of this process and this nanosecond.
    static func newCallID() -> String { "\(ProcessIdentity.pid)-\(WallClock.now)" }
}
