import Certificates
import LinuxSystem
import LocalPushModel
import NATSClient
import PushPayload
import StrictJSON
package import SystemdSupport

/// SimplePush's agent, but for who starts and stops it: takes messages out of the device's mailbox, has
/// them shown or reported, and remembers that before it acknowledges them.
package final class Agent {
    private let host: Host
    private let screen: any Screen
    private let log: Log
    private let file: LedgerFile
    private let waker: AppWaker
    private let lock: FileLock
    private var reader: MailboxReader?
    private var retry: TimerSource?
    private var linkStatus = LinkStatus(.stopped)
    private var delivered = 0
    /// What is being taken care of, and what waits for it.
    private var current: Work?
    private var waiting: [Work] = []

    /// How long to wait before a call that the app did not take is reported again.
    private static let retryPause = Duration.seconds(3)

    /// One message to be taken care of.
    private struct Work {
        let message: PushMessage
        /// Where it came from; nil for one that was kept.
        let position: MailboxPosition?
        /// Acknowledges it, or has it come again.
        var done: (Bool) -> Void
    }

    /// An agent that is not started yet.
    ///
    /// - Parameters:
    ///   - folder: where it remembers what it did, of this device's alone.
    ///
    /// Throws ETIMEDOUT when another agent of this device has the folder.
    package init(
        _ configuration: AgentConfiguration, folder: String, screen: any Screen, loop: EventLoop,
        log: Log, host: Host
    ) throws {
        self.host = host
        self.screen = screen
        self.log = log
        try FileSystem.makeFolders(folder, mode: 0o700)
        // An agent that is just ending may still have it.
        lock = try FileLock(folder + "/lock", patience: .seconds(2))
        file = try LedgerFile(in: folder, log: log)
        waker = AppWaker(file, screen: screen)
        retry = try loop.timer { [unowned self] in
            if let current { decide(current) }
        }
        let past = file.ledger.instance.map { instance in
            MailboxReader.Past(
                instance: instance, acknowledgement: file.ledger.position?.acknowledgement)
        }
        reader = try MailboxReader(
            configuration, instance: try SecureRandom.identifier(), past: past, loop: loop,
            log: log,
            handlers: MailboxReader.Handlers(
                deliver: { [unowned self] delivery, done in take(delivery, done) },
                status: { [unowned self] status in
                    linkStatus = status
                    report()
                },
                claimed: { [unowned self] instance in
                    file.remember { $0.claim(for: instance) }
                }))
        screen.whenAvailable = { [unowned self] in showKept() }
        // Not the screen itself: it would hold itself, and never be freed.
        screen.whenActivated = { [unowned self] in activate($1, of: $0, token: $2) }
        screen.whenClosed = { [unowned self] reference in file.remember { $0.close(reference) } }
    }

    /// The interface that the network is reached through.
    package var interface: String? {
        get { reader?.interface }
        set { reader?.interface = newValue }
    }

    /// The network is there.
    package func start() {
        reader?.start()
        waker.wake()
    }

    /// The network is gone, or the agent ends.
    package func stop() { reader?.stop() }

    /// The network, or an address, changed.
    package func networkChanged() { reader?.networkChanged() }

    /// A minute has passed.
    package func minute() { reader?.minute() }

    /// The device has woken up.
    package func wake() { reader?.wake() }

    // MARK: Messages

    private func take(_ delivery: MailboxReader.Delivery, _ done: @escaping (Bool) -> Void) {
        let message: PushMessage
        do throws(InvalidValue) {
            message = try PushMessage(delivery.message)
        } catch {
            log.warning("a message that is none was dropped: \(error)")
            return done(true)
        }
        let position = MailboxPosition(
            sequence: delivery.acknowledgement.sequence, stored: delivery.acknowledgement.stored,
            acknowledgement: delivery.acknowledgement.text)
        begin(Work(message: message, position: position, done: done))
    }

    private func showKept() {
        for message in file.ledger.kept where !isInHand(message) {
            begin(Work(message: message, position: nil, done: { _ in }))
        }
    }

    private func activate(_ action: String, of reference: NotificationReference, token: String?) {
        // One that an earlier agent has shown, too; but not another program's.
        guard let message = file.ledger.message(shownAs: reference) else { return }
        screen.activate(action, of: message, token: token)
        // It has served its purpose; not every server takes it away by itself.
        screen.withdraw([reference])
    }

    private func isInHand(_ message: PushMessage) -> Bool {
        ([current].compactMap(\.self) + waiting).contains {
            $0.message.id.utf8.elementsEqual(message.id.utf8)
        }
    }

    /// One after the other, so that what was sent first is shown first.
    private func begin(_ work: Work) {
        if let current {
            // Over a new connection the message that is in hand comes again.
            if work.position != nil, isInHand(work.message),
                current.message.id.utf8.elementsEqual(work.message.id.utf8)
            {
                self.current?.done = work.done
            } else {
                waiting.append(work)
            }
            return
        }
        current = work
        decide(work)
    }

    private func decide(_ work: Work) {
        let message = work.message
        let decision = file.ledger.decide(
            message, at: work.position, now: WallClock.now / 1_000_000,
            timeText: { WallClock.text($0 * 1_000_000) })
        switch decision {
        case .skip(let reason): skip(reason)
        case .present(let presentation):
            screen.present(presentation) { [weak self] in
                self?.finish($0, awaitsApp: presentation.wakesApp)
            }
        case .report(let userInfo): reportCall(message, userInfo)
        case .tellMissedCall(let userInfo):
            screen.presentMissedCall(message, userInfo: userInfo) { [weak self] in
                self?.finish($0)
            }
        case .tellDropped(let count):
            screen.presentDropped(count, message: message) { [weak self] in self?.finish($0) }
        case .withdraw(let references, let userInfo):
            screen.withdraw(references)
            if let userInfo { reportCall(message, userInfo) } else { finish(.done) }
        }
    }

    private func skip(_ reason: SkipReason) {
        if case .unreadable(let problem) = reason {
            log.warning("a message that is none was dropped: \(problem)")
        }
        // One that was kept is of no use any more.
        if current?.position == nil { return finish(.done) }
        end(isDone: reason != .duplicate || settle())
    }

    private func reportCall(_ message: PushMessage, _ userInfo: JSONObject) {
        host.report(userInfo, message.id) { [weak self] isTaken in
            guard let self else { return }
            if isTaken { return finish(.done) }
            // Word of an end that nobody takes is worth as little after a while as the call itself.
            let isLate = WallClock.now / 1_000_000 >= message.ringEnd
            if message.kind != .call, isLate { return finish(.done) }
            retry?.set(after: Self.retryPause)
        }
    }

    /// First on the disk, then acknowledged.
    private func finish(_ outcome: DeliveryOutcome, awaitsApp: Bool = false) {
        guard let work = current else { return }
        let isThere = file.remember {
            $0.finish(work.message, at: work.position, as: outcome, awaitsApp: awaitsApp)
        }
        if outcome != .kept, work.message.kind != .withdraw { delivered += 1 }
        report()
        end(isDone: isThere)
        waker.wake()
    }

    private func end(isDone: Bool) {
        let done = current?.done
        current = nil
        done?(isDone)
        if !waiting.isEmpty { begin(waiting.removeFirst()) }
    }

    /// A message may be known from memory only: the disk was full when it came first.
    private func settle() -> Bool { file.remember { _ in nil } }

    // MARK: Status

    private func report() {
        let kept = file.ledger.kept.count
        let note = kept > 0 ? "\(kept) waiting for a notification server" : nil
        let detail = [linkStatus.detail, note].compactMap(\.self).joined(separator: "; ")
        host.status(
            AgentReport(
                state: linkStatus.state.rawValue, detail: detail.isEmpty ? nil : detail,
                delivered: delivered))
    }
}
