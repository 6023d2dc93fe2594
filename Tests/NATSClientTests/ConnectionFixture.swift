import Glibc
import LinuxSystem
import NATSClient
import SystemdSupport
import Testing

/// A loop, and connections that tests wait on.
final class ConnectionFixture {
    let loop: EventLoop

    init() throws { loop = try EventLoop() }

    /// Runs the loop until `condition` holds; false when it does not in time.
    func eventually(
        within patience: Duration = .seconds(20), _ condition: () -> Bool
    ) throws -> Bool {
        let deadline = MonotonicClock.now + patience
        while !condition() {
            let left = deadline - MonotonicClock.now
            if left <= .zero { return false }
            try loop.runOnce(patience: left)
        }
        return true
    }

    /// The outcome of one attempt.
    func connect(to target: ConnectionTarget) throws -> NATSConnection {
        var result: Result<NATSConnection, ConnectFailure>?
        let attempt = ConnectionAttempt(to: target, loop: loop) { result = $0 }
        try withExtendedLifetime(attempt) { _ = try eventually { result != nil } }
        return try #require(result, "the attempt did not end").get()
    }

    /// The answer to a request.
    func ask(
        _ connection: NATSConnection, _ message: NATSMessage, patience: Duration = .seconds(5)
    ) throws -> NATSMessage {
        var result: Result<NATSMessage, NATSError>?
        connection.request(message, patience: patience) { result = $0 }
        _ = try eventually { result != nil }
        return try #require(result, "no answer and no error").get()
    }
}
