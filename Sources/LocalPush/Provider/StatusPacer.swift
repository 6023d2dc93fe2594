import LinuxSystem
import MessageLines
import SystemdSupport

/// Lets through what an agent says of itself, at most ten times a second: the latest counts.
final class StatusPacer {
    private static let interval = Duration.milliseconds(100)

    private let send: (AgentStatus) -> Void
    private var timer: TimerSource?
    private var sent: AgentStatus?
    private var latest: AgentStatus?
    private var isPausing = false

    /// - Parameter send: Called with each status that is to be sent.
    init(_ loop: EventLoop, send: @escaping (AgentStatus) -> Void) throws(SystemError) {
        self.send = send
        timer = try loop.timer { [unowned self] in
            isPausing = false
            sendLatest()
        }
    }

    /// Has `status` sent, now or soon, unless another comes after it or it is the one sent last.
    func take(_ status: AgentStatus) {
        latest = status
        if !isPausing { sendLatest() }
    }

    private func sendLatest() {
        guard let latest, latest != sent else { return }
        sent = latest
        isPausing = true
        timer?.set(after: Self.interval)
        send(latest)
    }
}
