import LinuxSystem
import LocalPushModel
package import MessageLines
import SystemdSupport

/// An agent that systemd runs, as a unit. Started is active, stop is what the unit says.
///
/// The unit is this agent's alone: one that runs already is started afresh.
package final class AgentUnit: RunningAgent {
    private enum Phase {
        /// There is no bus yet.
        case connecting
        /// systemd was asked to start it.
        case starting
        case running
        /// systemd is being asked to stop it.
        case stopping
        case ended
    }

    /// How long a bus is waited for at the start.
    private static let patience = Duration.seconds(10)
    private static let longestState = 255
    private static let longestDetail = 4096

    private let unit: SystemdUnit
    private let files: UnitFiles
    private let handler: (AgentNews) -> Void
    private var phase = Phase.connecting
    /// Whether systemd has taken what it was asked last: before, the unit's state tells of earlier.
    private var isRequestTaken = false
    private var pid: UInt32 = 0
    private var status: AgentStatus?
    private var deadline: TimerSource?

    /// Starts a unit. Its news come from the loop, or while it is told something; never during this.
    init(
        _ files: UnitFiles, at address: String, loop: EventLoop, log: Log,
        handler: @escaping (AgentNews) -> Void
    ) throws(SystemError) {
        self.files = files
        self.handler = handler
        unit = try SystemdUnit(files.unit, at: address, loop: loop, log: log)
        deadline = try loop.timer { [weak self] in
            self?.fail("systemd cannot be reached over the bus")
        }
        deadline?.set(after: Self.patience)
        unit.connected = { [weak self] in self?.connected() }
        unit.looked = { [weak self] in self?.take($0) }
        unit.connect()
    }

    /// A unit is not talked to.
    @discardableResult
    package func send(_ message: MessageToAgent) throws(MessageError) -> Bool { true }

    package func terminate() {
        guard phase != .connecting else { return end("it was not started") }
        guard phase != .ended else { return }
        phase = .stopping
        isRequestTaken = false
        requestStop()
    }

    package func kill() {
        guard phase != .ended else { return }
        // Without a bus nothing can be done; the files stay, and have the next service see to it.
        guard unit.isConnected else { return end("systemd cannot be reached", isGone: false) }
        terminate()
        unit.kill()
    }

    // MARK: Asking

    private func connected() {
        switch phase {
        case .connecting:
            deadline?.set(nil)
            phase = .starting
            unit.restart { [weak self] in self?.takeStart($0) }
        case .starting, .running: unit.look()
        case .stopping: requestStop()
        case .ended: break
        }
    }

    private func takeStart(_ error: BusError?) {
        guard phase == .starting else { return }
        guard let error else {
            isRequestTaken = true
            return unit.look()
        }
        // Lost before the answer: whether it was started is seen when the bus is back.
        if error.name == BusError.disconnected { return isRequestTaken = true }
        fail("systemd does not start it: \(SafeText.escaped(error.message))")
    }

    private func requestStop() {
        unit.stop { [weak self] error in
            guard error?.name != BusError.disconnected else { return }
            self?.isRequestTaken = true
            self?.unit.look()
        }
    }

    // MARK: Telling

    private func take(_ state: SystemdUnit.State) {
        guard isRequestTaken, phase != .ended else { return }
        if state.isDown {
            if phase == .starting { handler(.launchFailed(state.ending)) }
            return end(state.ending)
        }
        if state.mainPID != 0, state.mainPID != pid {
            pid = state.mainPID
            handler(.launched(pid: Int32(truncatingIfNeeded: pid)))
        }
        if phase == .starting, state.isUp {
            phase = .running
            handler(.said(.started))
        }
        tell(
            AgentStatus(
                state: Self.cut(state.sub, Self.longestState),
                detail: state.statusText.isEmpty
                    ? nil : Self.cut(state.statusText, Self.longestDetail)))
    }

    private func tell(_ status: AgentStatus) {
        guard status != self.status else { return }
        self.status = status
        handler(.said(.status(status)))
    }

    private static func cut(_ text: String, _ count: Int) -> String {
        var text = text
        while text.utf8.count > count { text.removeLast() }
        return text
    }

    private func fail(_ problem: String) {
        handler(.launchFailed(problem))
        end(problem)
    }

    private func end(_ ending: String, isGone: Bool = true) {
        guard phase != .ended else { return }
        phase = .ended
        deadline?.set(nil)
        if isGone { files.remove() }
        handler(.ended(ending))
    }
}
