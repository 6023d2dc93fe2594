import Glibc
import LinuxSystem
import LocalPushModel
import MessageLines

/// A connection to the service of one scope, on its private socket.
final class ControlClient {
    private let socket: FileDescriptor
    private let now: () -> Duration
    private var framer = LineFramer(limit: ControlReply.longestLine)
    private var lines: [LineFramer.Line] = []

    private init(_ socket: consuming FileDescriptor, now: @escaping () -> Duration) {
        self.socket = socket
        self.now = now
    }

    /// Connects to the service of `scope`; nil when none runs. Throws what else stands in the way.
    static func connect(
        to scope: Scope, in context: CommandContext
    ) throws(ControlError) -> ControlClient? {
        guard let path = context.places.controlSocket(scope) else { return nil }
        do throws(SystemError) {
            return ControlClient(try UnixSocket.connect(to: path), now: context.outside.now)
        } catch {
            // No socket, or one that a service that was killed left behind.
            if [ENOENT, ENOTDIR, ECONNREFUSED].contains(error.errno) { return nil }
            throw .failed(error)
        }
    }

    /// The descriptor, for waiting at several connections.
    var descriptor: Int32 { socket.raw }

    /// Asks for something.
    func send(_ request: ControlRequest, until deadline: Duration?) throws(ControlError) {
        var rest: ArraySlice<UInt8>
        do { rest = try request.line()[...] } catch { throw .misunderstood(error) }
        while !rest.isEmpty {
            let count: Int?
            do { count = try socket.send(rest) } catch {
                // A service that refuses the connection as such says why before it closes it.
                if error.errno == EPIPE { return }
                throw .failed(error)
            }
            if let count {
                rest = rest.dropFirst(count)
            } else {
                try wait(writing: true, until: deadline)
            }
        }
    }

    /// The next answer. Waits until `deadline`, or for ever when it is nil.
    func receive(until deadline: Duration?) throws(ControlError) -> ControlReply {
        while true {
            if let reply = try received() { return reply }
            try wait(writing: false, until: deadline)
        }
    }

    /// The next answer if it is there already, otherwise nil.
    func received() throws(ControlError) -> ControlReply? {
        while lines.isEmpty {
            switch try read() {
            case .bytes(let bytes): lines += framer.append(bytes)
            case .wouldBlock: return nil
            case .endOfFile: throw .closed
            }
        }
        guard case .line(let line) = lines.removeFirst() else {
            throw .misunderstood(MessageError("a line is too long"))
        }
        let reply: ControlReply
        do { reply = try ControlReply(line: line) } catch { throw .misunderstood(error) }
        if case .refused(let refusal) = reply { throw .refused(refusal) }
        return reply
    }

    private func read() throws(ControlError) -> ReadOutcome {
        do { return try socket.read(upTo: 1 << 16) } catch { throw .failed(error) }
    }

    private func wait(writing: Bool, until deadline: Duration?) throws(ControlError) {
        let interest = Poller.Interest(socket.raw, reading: !writing, writing: writing)
        let ready: [Int]
        do { ready = try Poller.wait(for: [interest], until: deadline) } catch {
            throw .failed(error)
        }
        if ready.isEmpty { throw .timedOut }
    }
}

// MARK: Requests

extension ControlClient {
    /// How long a service may take to answer what it has at hand.
    private static let patience = Duration.seconds(10)

    /// What the service says of itself and its profiles.
    func status(until deadline: Duration? = nil) throws(ControlError) -> StatusReport {
        let deadline = deadline ?? now() + Self.patience
        try send(.status, until: deadline)
        guard case .status(let report) = try receive(until: deadline) else { throw Self.unexpected }
        return report
    }

    /// Waits until a generation is in force and, where a profile is named, its agent is gone.
    func await(
        generation: Int, gone: ProfileName?, until deadline: Duration
    ) throws(ControlError) {
        try perform(.await(generation: generation, gone: gone), until: deadline)
    }

    /// Asks for what is answered when it is done.
    func perform(_ request: ControlRequest, until deadline: Duration) throws(ControlError) {
        try send(request, until: deadline)
        guard case .done = try receive(until: deadline) else { throw Self.unexpected }
    }

    private static var unexpected: ControlError {
        .misunderstood(MessageError("the answer is to another question"))
    }
}
