import CNATS

/// What libnats could not do.
package struct NATSError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was attempted, as a verb for people: "publish to push.x".
    package let operation: String
    /// libnats's own words.
    package let reason: String

    init(_ operation: String, _ status: natsStatus) {
        self.operation = operation
        reason = unsafe String(cString: natsStatus_GetText(status))
    }

    /// An error with a reason that is known.
    package init(_ operation: String, _ reason: String) {
        self.operation = operation
        self.reason = reason
    }

    /// "cannot publish to push.x: Connection Closed".
    package var description: String { "cannot \(operation): \(reason)" }
}

/// Throws unless a call of libnats's did its work.
func succeed(_ operation: @autoclosure () -> String, _ status: natsStatus) throws(NATSError) {
    if status != NATS_OK { throw NATSError(operation(), status) }
}

extension NATSError {
    /// Nobody listens at `subject`: of a mailbox, that there is none.
    package static func noResponders(_ subject: String) -> NATSError {
        NATSError("ask \(subject)", "nobody listens there")
    }

    /// No answer came in time.
    package static func timedOut(_ subject: String) -> NATSError {
        NATSError("ask \(subject)", "no answer in time")
    }

    /// The connection ended before the answer.
    package static func ended(_ subject: String) -> NATSError {
        NATSError("ask \(subject)", "the connection ended")
    }
}
