import LinuxSystem
import NATSClient
import StrictJSON
import SystemdSupport

/// A conversation with a server in straight lines: each call returns when it is answered.
///
/// A nats-server that reads its configuration anew, as when a device is enrolled, answers nothing for a
/// moment, and may end connections that are new. The session goes on after it: what was not answered is
/// asked again, which is safe since messages carry ids.
final class ServerSession {
    private(set) var connection: NATSConnection
    /// JetStream over the present connection.
    var jetStream: JetStream { JetStream(connection) }
    private let target: ConnectionTarget
    private let loop: EventLoop
    private var end: String?
    /// Whether what was not answered is asked again; not once that was in vain.
    private var isPatient = true
    /// How long a nats-server may take to read its configuration.
    private static let reloadTime = Duration.seconds(2)

    /// Connects, after a pause again where that fails, until so many attempts were made. Throws a
    /// ``ConnectFailure``.
    init(_ target: ConnectionTarget, attempts: Int = 2) throws {
        self.target = target
        loop = try EventLoop()
        connection = try Self.connect(to: target, loop, attempts: attempts)
        watch()
    }

    private static func connect(
        to target: ConnectionTarget, _ loop: EventLoop, attempts: Int
    ) throws -> NATSConnection {
        do {
            return try connect(to: target, loop)
        } catch is ConnectFailure where attempts > 1 {
            _ = try Poller.wait(for: [], until: MonotonicClock.now + .milliseconds(300))
            return try connect(to: target, loop, attempts: attempts - 1)
        }
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

    private func watch() {
        connection.onEnd = { [unowned self] words in end = words }
    }

    private func reconnect() throws {
        connection.close()
        connection = try Self.connect(to: target, loop, attempts: 2)
        end = nil
        watch()
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
        try patiently {
            var result: Result<JSONValue, JetStreamError>?
            jetStream.call(operation, body.map { .object($0) }) { result = $0 }
            try run { result != nil }
            return result ?? .failure(.nobody(operation))
        }.get()
    }

    /// Asks again while the answer may pass, for as long as a server may take to read its configuration.
    private func patiently<Value>(
        _ ask: () throws -> Result<Value, JetStreamError>
    ) throws -> Result<Value, JetStreamError> {
        var deadline: Duration?
        while true {
            let answer = try ask()
            guard case .failure(let error) = answer, error.mayPass, isPatient else { return answer }
            // The server has its time from the first answer on, which may itself have taken longer.
            let limit = deadline ?? MonotonicClock.now + Self.reloadTime
            deadline = limit
            isPatient = MonotonicClock.now < limit
            if !isPatient { return answer }
            try pause()
            if hasEnded { try reconnect() }
        }
    }

    /// Lets the server get on, and hears what it says meanwhile.
    private func pause() throws {
        var isOver = false
        let timer = try loop.timer { isOver = true }
        timer.set(after: .milliseconds(50))
        try withExtendedLifetime(timer) { try run { isOver } }
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
        try patiently {
            var result: Result<JetStream.Stored, JetStreamError>?
            jetStream.publish(message) { result = $0 }
            try run { result != nil }
            return result ?? .failure(.nobody(message.subject))
        }
    }
}
