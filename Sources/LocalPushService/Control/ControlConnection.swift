package import LinuxSystem
package import MessageLines
import SystemdSupport

/// One client of the private socket.
///
/// A client is read from only while nothing waits to be sent to it and no answer is owed, so what it
/// can make the service hold is one request and one answer. It is dropped when it stays silent without
/// a request under way, or does not take what it asked for.
package final class ControlConnection {
    /// The longest request, in bytes.
    private static let longestRequest = 4096
    /// The most bytes that may wait to be sent to a client that watches.
    private static let mostUnreadEvents = 1 << 20
    /// How long a client may take for a request, or to take some of what is sent to it.
    private static let patience = Duration.seconds(30)

    /// Who the client is.
    package let peer: PeerCredentials
    /// Whether the client gets events as they happen.
    package private(set) var isMonitor = false

    private let descriptor: FileDescriptor
    private unowned let desk: any ControlDesk
    private let closed: (ObjectIdentifier) -> Void
    private var source: IOSource?
    private var silence: TimerSource?
    private var framer = LineFramer(limit: ControlConnection.longestRequest)
    private var unread: [UInt8] = []
    private var unreadStart = 0
    private var pending: [ControlRequest] = []
    private var isAnswerOwed = false
    private var isClosed = false

    init(
        _ loop: EventLoop, _ descriptor: consuming FileDescriptor, peer: PeerCredentials,
        desk: any ControlDesk, closed: @escaping (ObjectIdentifier) -> Void
    ) throws(SystemError) {
        self.peer = peer
        self.descriptor = descriptor
        self.desk = desk
        self.closed = closed
        silence = try loop.timer(accuracy: .seconds(1)) { [weak self] in self?.close() }
        source = try loop.watch(self.descriptor.raw) { [weak self] in self?.handle($0) }
        silence?.set(after: Self.patience)
    }

    /// Whether the client may see `event`.
    func maySee(_ event: MonitorEvent) -> Bool {
        guard case .agentLog = event.change else { return true }
        return desk.isPrivileged(peer.user)
    }

    /// Answers the request under way.
    package func reply(_ reply: ControlReply) {
        isAnswerOwed = false
        do throws(MessageError) { send(try reply.line()) } catch {
            let refusal = ControlReply.Refusal(exitStatus: 1, message: error.description)
            if let line = try? ControlReply.refused(refusal).line() { send(line) }
        }
        takeNext()
    }

    /// Answers with the status, and has every event sent from now on.
    package func replyAndMonitor(_ reply: ControlReply) {
        isMonitor = true
        self.reply(reply)
    }

    /// Sends a line, now or when the client takes it.
    func send(_ line: [UInt8]) {
        guard !isClosed else { return }
        let waiting = unread.count - unreadStart
        guard !isMonitor || waiting == 0 || waiting + line.count <= Self.mostUnreadEvents else {
            return close()
        }
        unread += line
        flush()
    }

    /// Ends the connection.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        source = nil
        silence = nil
        closed(ObjectIdentifier(self))
    }

    // MARK: Coming in

    private func handle(_ events: IOEvents) {
        if events.contains(.writable) { flush() }
        if events.contains(.readable) { receive() } else if events.hasHungUp { close() }
    }

    private func receive() {
        switch try? descriptor.read(upTo: Self.longestRequest) {
        case .bytes(let bytes): take(framer.append(bytes))
        case .wouldBlock: break
        case .endOfFile, nil: close()
        }
    }

    private func take(_ lines: [LineFramer.Line]) {
        for line in lines {
            guard case .line(let bytes) = line, let request = try? ControlRequest(line: bytes)
            else {
                refuseAndClose()
                return
            }
            pending.append(request)
        }
        takeNext()
    }

    private func refuseAndClose() {
        let refusal = ControlReply.Refusal(exitStatus: 2, message: "this is not a known request")
        if let line = try? ControlReply.refused(refusal).line() { send(line) }
        close()
    }

    private func takeNext() {
        if !isClosed, !isAnswerOwed, !pending.isEmpty {
            isAnswerOwed = true
            desk.take(pending.removeFirst(), from: self)
        }
        waitForNext()
    }

    // MARK: Going out

    private func flush() {
        while unreadStart < unread.count {
            guard let count = try? descriptor.send(unread[unreadStart...]) else { break }
            unreadStart += count
        }
        if unreadStart == unread.count || unreadStart > Self.mostUnreadEvents {
            unread = Array(unread[unreadStart...])
            unreadStart = 0
        }
        waitForNext()
    }

    /// Waits for what can happen next, and only so long.
    private func waitForNext() {
        guard !isClosed else { return }
        let isSending = unreadStart < unread.count
        let isReading = !isSending && !isAnswerOwed && pending.isEmpty
        var events: IOEvents = []
        if isSending { events.insert(.writable) }
        if isReading { events.insert(.readable) }
        source?.setEvents(events)
        // Whoever waits for an answer, or for events, may be silent.
        let mayBeSilent = !isSending && (isAnswerOwed || isMonitor)
        if mayBeSilent { silence?.set(nil) } else { silence?.set(after: Self.patience) }
    }
}
