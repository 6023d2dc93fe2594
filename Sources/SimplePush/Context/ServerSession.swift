import LinuxSystem
import NATSClient
import StrictJSON
import SystemdSupport

/// A conversation with a server in straight lines: each call returns when it is answered.
final class ServerSession {
    let connection: NATSConnection
    let jetStream: JetStream
    private let loop: EventLoop
    private var end: String?

    /// Connects. Throws a ``ConnectFailure``.
    convenience init(_ target: ConnectionTarget) throws {
        do {
            try self.init(once: target)
        } catch is ConnectFailure {
            // A nats-server that is just reading its configuration knows nobody for a moment, and ends
            // connections that are being made.
            _ = try Poller.wait(for: [], until: MonotonicClock.now + .milliseconds(300))
            try self.init(once: target)
        }
    }

    /// Connects, at the first attempt or not at all.
    init(once target: ConnectionTarget) throws {
        loop = try EventLoop()
        connection = try Self.connect(to: target, loop)
        jetStream = JetStream(connection)
        connection.onEnd = { [unowned self] words in end = words }
    }

    private static func connect(
        to target: ConnectionTarget, _ loop: EventLoop
    ) throws -> NATSConnection {
        var result: Result<NATSConnection, ConnectFailure>?
        let attempt = ConnectionAttempt(to: target, loop: loop) { result = $0 }
        try withExtendedLifetime(attempt) {
            while result == nil { try loop.runOnce(patience: .seconds(60)) }
        }
        return try (result ?? .failure(.waiting("the attempt did not end"))).get()
    }

    /// Whether the server has ended the connection.
    var hasEnded: Bool { end != nil }

    deinit { connection.close() }

    /// Runs the loop until `isDone`. Every request ends in time, so this does.
    func run(until isDone: () -> Bool) throws {
        while !isDone() { try loop.runOnce(patience: .seconds(60)) }
    }

    /// The answer to one call of JetStream's interface; see ``JetStream/call(_:_:patience:completion:)``.
    func call(_ operation: String, _ body: JSONObject? = nil) throws -> JSONValue {
        var result: Result<JSONValue, JetStreamError>?
        jetStream.call(operation, body.map { .object($0) }) { result = $0 }
        try run { result != nil }
        return try (result ?? .failure(.nobody(operation))).get()
    }

    /// The same, nil when the answer is the error of that number.
    func call(
        _ operation: String, _ body: JSONObject? = nil, unless code: Int
    ) throws -> JSONValue? {
        do {
            return try call(operation, body)
        } catch let error as JetStreamError where error.code == code {
            return nil
        }
    }

    /// Stores a message.
    func publish(_ message: NATSMessage) throws -> JetStream.Stored {
        try answer(to: message).get()
    }

    /// What storing a message came to.
    func answer(
        to message: NATSMessage
    ) throws -> Result<JetStream.Stored, JetStreamError> {
        var result: Result<JetStream.Stored, JetStreamError>?
        jetStream.publish(message) { result = $0 }
        try run { result != nil }
        return result ?? .failure(.nobody(message.subject))
    }
}
