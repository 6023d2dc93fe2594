package import LinuxSystem
import LocalPushModel
package import NATSClient
package import SystemdSupport

/// Takes the messages out of one device's mailbox, one after the other, and keeps the connection that
/// they come through.
///
/// A message is acknowledged once its handler says that it is done with it; until then the server is
/// told that work goes on, and no other message comes.
package final class MailboxReader {
    private let configuration: AgentConfiguration
    private let loop: EventLoop
    private let log: Log
    private let handlers: Handlers
    private let instance: String
    private let past: Past?
    /// The interface that the server is reached through; nil when that is not known.
    package var interface: String?

    private var link: Link
    private var random = SystemRandomNumberGenerator()
    private var timer: TimerSource?
    private var progress: TimerSource?
    private var attempt: ConnectionAttempt?
    private var connection: NATSConnection?
    private var hasClaimed = false
    /// How many probes were sent.
    private var probes = 0
    private var outstanding: Delivery?

    /// How often the server is told that a message is still being shown; well within `ack_wait`.
    private static let progressInterval = Duration.seconds(1)

    /// A reader that is not connected yet.
    ///
    /// - Parameters:
    ///   - instance: what this agent calls itself; no two do.
    ///   - past: what an earlier one has left.
    package init(
        _ configuration: AgentConfiguration, instance: String, past: Past?, loop: EventLoop,
        log: Log, settings: LinkSettings = LinkSettings(), handlers: Handlers
    ) throws(SystemError) {
        self.configuration = configuration
        self.instance = instance
        self.past = past
        self.loop = loop
        self.log = log
        self.handlers = handlers
        link = Link(settings: settings)
        timer = try loop.timer { [unowned self] in handle(.time) }
        progress = try loop.timer { [unowned self] in tellProgress() }
    }

    // MARK: What its user tells it

    /// The network is there.
    package func start() { handle(.start) }

    /// The network is gone, or the agent ends.
    package func stop() { handle(.stop) }

    /// The network, or an address, changed.
    package func networkChanged() { handle(.networkChanged) }

    /// A minute has passed.
    package func minute() { handle(.minute) }

    /// The device has woken up.
    package func wake() { handle(.wake) }

    // MARK: The link

    private func handle(_ event: Link.Event) {
        let before = link.status
        let actions = link.handle(
            event, at: MonotonicClock.now, lastHeard: connection?.lastHeard, using: &random)
        timer?.set(link.deadline)
        if link.status != before { handlers.status(link.status) }
        for action in actions { perform(action) }
    }

    private func perform(_ action: Link.Action) {
        switch action {
        case .connect: connect()
        case .disconnect: disconnect()
        case .claim: claim()
        case .probe:
            probes += 1
            announce()
        }
    }

    private func connect() {
        if let interface, !isOnThisMachine, Machine.addresses(of: interface).isEmpty {
            return handle(.failed(.waiting("no address on \(SafeText.escaped(interface)) yet")))
        }
        attempt = ConnectionAttempt(to: configuration.target, loop: loop) { [unowned self] in
            attempt = nil
            switch $0 {
            case .failure(let failure): handle(.failed(failure))
            case .success(let connection): use(connection)
            }
        }
    }

    private var isOnThisMachine: Bool {
        let host = configuration.target.host
        return host == "localhost" || host == "::1" || host.utf8.starts(with: "127.".utf8)
    }

    private func use(_ connection: NATSConnection) {
        self.connection = connection
        connection.onEnd = { [unowned self] words in
            let reason = words.isEmpty ? "the connection ended" : SafeText.escaped(words)
            handle(.ended("\(configuration.target.address): \(reason)"))
        }
        connection.onRefusal = { [unowned self] words in
            log.warning("the server refuses something: \(SafeText.escaped(words))")
        }
        handle(.connected)
    }

    private func disconnect() {
        attempt = nil
        progress?.set(nil)
        // What is being shown comes again, and is then known.
        outstanding = nil
        connection.take()?.close()
    }

    // MARK: The identity

    private func claim() {
        guard let connection else { return }
        let claim = IdentityClaim(mailbox: configuration.mailbox, connection: connection)
        do throws(NATSError) {
            // First: a claim that comes right after the look must be heard of.
            try connection.subscribe(configuration.mailbox.live) { [unowned self] in hear($0) }
        } catch {
            return fail(error)
        }
        claim.read { [unowned self] found in
            switch found {
            case .failure(let error): fail(error)
            case .success(let found): decide(found, claim)
            }
        }
    }

    private func decide(_ found: IdentityClaim.Found, _ claim: IdentityClaim) {
        if found == .agent(instance) { return begin() }
        if hasClaimed, found != .nobody { return handle(.superseded) }
        // The same claim as then means the same storage: numbers still mean the same messages.
        if let past, found == .agent(past.instance), let subject = past.acknowledgement {
            say("+ACK", at: subject)
        }
        claim.claim(for: instance) { [unowned self] result in
            switch result {
            case .failure(let error): fail(error)
            case .success:
                hasClaimed = true
                handlers.claimed(instance)
                begin()
            }
        }
    }

    /// The identity is ours: mail may come.
    private func begin() {
        guard let connection else { return }
        do throws(NATSError) {
            try connection.subscribe(configuration.mailbox.delivery) { [unowned self] in
                receive($0)
            }
        } catch {
            return fail(error)
        }
        announce()
        handle(.claimed)
    }

    private func fail(_ error: NATSError) { handle(.ended("the server does not help: \(error)")) }

    /// Says its name where all agents of this device hear it, this one too.
    private func announce() { say("\(instance) \(probes)", at: configuration.mailbox.live) }

    /// An agent of this device has said its name: this one, or another. Only the answer to the latest
    /// probe proves anything: others may have been on their way when the server fell silent.
    private func hear(_ message: NATSMessage) {
        if message.text == "\(instance) \(probes)" { return handle(.heard) }
        guard hasClaimed, !message.text.utf8.starts(with: instance.utf8), let connection else {
            return
        }
        IdentityClaim(mailbox: configuration.mailbox, connection: connection).read {
            [unowned self] found in
            if case .success(.agent(let other)) = found, other != instance { handle(.superseded) }
        }
    }

    // MARK: Mail

    private func receive(_ message: NATSMessage) {
        let subject = AcknowledgementSubject(message.reply, of: configuration.mailbox)
        guard let subject else {
            return log.warning("a message that is not of this mailbox was ignored")
        }
        let delivery = Delivery(acknowledgement: subject, message: message)
        let isAgain =
            outstanding?.acknowledgement.sequence == subject.sequence
            && outstanding?.acknowledgement.stored == subject.stored
        outstanding = delivery
        if isAgain { return tellProgress() }
        progress?.set(after: Self.progressInterval)
        handlers.deliver(delivery) { [weak self] in self?.finish(subject, isDone: $0) }
    }

    /// The latest delivery is the one to acknowledge, should the message have come again meanwhile.
    private func finish(_ subject: AcknowledgementSubject, isDone: Bool) {
        guard let outstanding, outstanding.acknowledgement.sequence == subject.sequence,
            outstanding.acknowledgement.stored == subject.stored
        else { return }
        self.outstanding = nil
        progress?.set(nil)
        // Without a word it comes again after a while.
        if isDone { say("+ACK", at: outstanding.acknowledgement.text) }
    }

    private func tellProgress() {
        guard let outstanding else { return }
        say("+WPI", at: outstanding.acknowledgement.text)
        progress?.set(after: Self.progressInterval)
    }

    /// A connection that is just ending tells so itself.
    private func say(_ text: String, at subject: String) {
        try? connection?.publish(NATSMessage(subject, body: Array(text.utf8)))
    }
}
