import CNATS
import LinuxSystem
import SystemdSupport

/// A connection to a server, read and written by the event loop. Dropping it closes it.
///
/// It never connects again by itself: when it ends, it says so once.
@safe package final class NATSConnection {
    /// Called once, from the loop, when the connection has ended, with libnats's words for it.
    package var onEnd: ((String) -> Void)?
    /// Called when the server refuses something but keeps the connection, with its words.
    package var onRefusal: ((String) -> Void)?
    /// When the server was last heard of, in ``MonotonicClock``'s time.
    package private(set) var lastHeard = MonotonicClock.now

    private let pointer: OpaquePointer
    private let doorbell: Doorbell
    private let inbox: String
    private var source: IOSource?
    private var listeners: [(subscription: Subscription, handler: (NATSMessage) -> Void)] = []
    private var requests = PendingRequests()
    private var timer: TimerSource?
    private var isOver = false
    private var isAwaitingSpace = false

    init(
        _ connection: ConnectionHandle, socket: Int32, doorbell: Doorbell, target: ConnectionTarget,
        loop: EventLoop
    ) throws(SystemError) {
        unsafe self.pointer = connection.pointer
        self.doorbell = doorbell
        inbox = "\(target.inboxPrefix).\(String(UInt64.random(in: .min ... .max), radix: 36))"
        source = try loop.watch(socket) { [unowned self] in transfer($0) }
        timer = try loop.timer { [unowned self] in expireRequests() }
        doorbell.handler = { [unowned self] in handle($0) }
    }

    deinit {
        listeners = []
        if !isOver { close() }
        unsafe natsConnection_Destroy(pointer)
    }

    // MARK: What its user does

    /// Has `handler` called for each message at `subject`, which may have wildcards, as long as the
    /// connection stands.
    package func subscribe(
        _ subject: String, handler: @escaping (NATSMessage) -> Void
    ) throws(NATSError) {
        listeners.append((try listen(to: subject), handler))
    }

    /// Sends a message, now or as soon as the server takes it.
    package func publish(_ message: NATSMessage) throws(NATSError) {
        try inside { () throws(NATSError) in
            try succeed(
                "publish to \(message.subject)",
                message.headers.isEmpty
                    ? publishPlain(message)
                    : unsafe message.withCopy { unsafe natsConnection_PublishMsg(pointer, $0) })
        }
    }

    /// Without headers there need not be a message of libnats's, whose end would wake a thread of its own.
    private func publishPlain(_ message: NATSMessage) -> natsStatus {
        unsafe message.body.withUnsafeBytes { bytes in
            let data = bytes.baseAddress
            let count = Int32(bytes.count)
            guard let reply = message.reply else {
                return unsafe natsConnection_Publish(pointer, message.subject, data, count)
            }
            return unsafe natsConnection_PublishRequest(
                pointer, message.subject, reply, data, count)
        }
    }

    /// Sends a message that is to be answered.
    ///
    /// - Parameters:
    ///   - patience: how long to wait for the answer.
    ///   - completion: called once, from the loop or at once, unless the connection is closed before.
    package func request(
        _ message: NATSMessage, patience: Duration = .seconds(5),
        completion: @escaping (Result<NATSMessage, NATSError>) -> Void
    ) {
        var message = message
        let number = requests.next()
        let reply = "\(inbox).\(number)"
        message.reply = reply
        do throws(NATSError) {
            let request = PendingRequests.Request(
                subscription: try listen(to: reply), deadline: MonotonicClock.now + patience,
                subject: message.subject, completion: completion)
            if let earliest = requests.add(number, request) { timer?.set(earliest) }
            try publish(message)
        } catch {
            _ = requests.remove(number)
            completion(.failure(error))
        }
    }

    /// Closes the connection. Nothing is told of it, nor of requests that wait.
    package func close() {
        onEnd = nil
        _ = requests.removeAll()
        // libnats waits half a second for somebody else to send what is left.
        send()
        isOver = true
        source = nil
        unsafe natsConnection_Close(pointer)
    }

    private func listen(to subject: String) throws(NATSError) -> Subscription {
        var made: Subscription?
        try inside { () throws(NATSError) in
            made = try unsafe Subscription(subject, on: pointer)
        }
        guard let made else { throw .ended(subject) }
        return made
    }

    private func expireRequests() {
        let (expired, next) = requests.expire(at: MonotonicClock.now)
        timer?.set(next)
        for request in expired {
            request.completion(.failure(.timedOut(request.subject)))
        }
    }

    // MARK: What happens

    private func transfer(_ events: IOEvents) {
        withExtendedLifetime(self) {
            if events.contains(.writable) { send() }
            if events.contains(.readable) || events.hasHungUp { receive() }
        }
    }

    private func receive() {
        guard !isOver else { return }
        lastHeard = MonotonicClock.now
        inside { unsafe natsConnection_ProcessReadEvent(pointer) }
        deliver()
    }

    /// Hands over what was received. A handler may subscribe, publish, and close the connection.
    private func deliver() {
        var index = 0
        while !isOver, index < listeners.count {
            let (subscription, handler) = listeners[index]
            while !isOver, let message = subscription.next() { handler(message) }
            index += 1
        }
        for (request, answer) in isOver ? [] : requests.takeAnswered() {
            request.completion(answer)
        }
    }

    private func handle(_ word: Switchboard.Word) {
        switch word {
        case .wantsToWrite: send()
        case .detached: end()
        case .refused(let words): onRefusal?(words)
        case .attached, .attempted: break
        }
    }

    private func end() {
        guard !isOver else { return }
        // What was received before the end still counts.
        deliver()
        isOver = true
        source = nil
        var text: UnsafePointer<CChar>?
        _ = unsafe natsConnection_GetLastError(pointer, &text)
        let words = unsafe text.map { unsafe String(cString: $0) } ?? ""
        let waiting = requests.removeAll()
        for request in waiting { request.completion(.failure(.ended(request.subject))) }
        let onEnd = onEnd.take()
        onEnd?(words)
    }

    // MARK: Sending

    /// Calls into libnats, and then sends what it wants sent.
    private func inside<Failure: Error>(
        _ call: () throws(Failure) -> Void
    ) throws(Failure) {
        Switchboard.enter(doorbell.number)
        defer { if Switchboard.exit(doorbell.number) { send() } }
        try call()
    }

    private func send() {
        guard !isOver else { return }
        // Word may be late; with nothing to send libnats would take the connection for closed.
        if Switchboard.enter(doorbell.number) {
            unsafe natsConnection_ProcessWriteEvent(pointer)
        }
        let isMore = Switchboard.exit(doorbell.number)
        if isMore != isAwaitingSpace {
            isAwaitingSpace = isMore
            source?.setEvents(isMore ? [.readable, .writable] : .readable)
        }
    }
}
