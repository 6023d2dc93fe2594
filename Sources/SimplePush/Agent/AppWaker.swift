import LinuxSystem
import PushPayload

/// Hands the app what is for it, in the background, one message after the other, as the ledger has them:
/// what an agent that ended has left of them, too. It holds up nothing that is for people.
///
/// An agent that dies just after the app has taken a message has the next one hand it over again.
final class AppWaker {
    private let file: LedgerFile
    private let screen: any Screen
    private var isWaking = false

    init(_ file: LedgerFile, screen: any Screen) {
        self.file = file
        self.screen = screen
    }

    /// Begins, where there is something to hand over.
    func wake() {
        guard !isWaking, let message = file.ledger.untold.first else { return }
        isWaking = true
        guard !message.isExpired(at: WallClock.now / 1_000_000) else { return finish(message) }
        screen.wakeApp(with: message) { [weak self] in self?.finish(message) }
    }

    private func finish(_ message: PushMessage) {
        isWaking = false
        file.remember { $0.tell(message.id) }
        wake()
    }
}
