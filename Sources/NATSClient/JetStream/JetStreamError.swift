import StrictJSON

/// Why JetStream did not do what it was asked.
package enum JetStreamError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It says no, with its number (`err_code`) and words.
    case refused(code: Int, String)
    /// There is nobody to ask: no such stream, or no JetStream at all.
    case nobody(String)
    /// No answer came.
    case unanswered(NATSError)
    /// The answer cannot be understood.
    case garbled(String)

    /// A mailbox is full (JSStreamMaxMsgs… 10077, "maximum messages exceeded").
    package static let full = 10077
    /// The server has no room (10023, "insufficient resources"; 10047, "insufficient storage").
    package static let noRoom: Set<Int> = [10023, 10047, 10122]
    /// The account has no JetStream (10039), or has none yet.
    package static let noJetStream = 10039
    /// The server could not make a stream (10049, "error creating store for stream") or a consumer (10012,
    /// 10104): mostly it cannot write to its disk.
    package static let notMade: Set<Int> = [10012, 10049, 10104]
    /// There is no such message (10037, "no message found").
    package static let noMessage = 10037
    /// A message could not be removed, as when it is gone already (10057).
    package static let notDeleted = 10057
    /// There is no such stream (10059).
    package static let noStream = 10059
    /// There is no such consumer (10014).
    package static let noConsumer = 10014

    /// The number, when it said no.
    package var code: Int? { if case .refused(let code, _) = self { code } else { nil } }

    /// Whether a nats-server that just reads its configuration anew may have caused this: for a moment an
    /// account has neither its streams nor JetStream's interface, and connections end.
    package var mayPass: Bool {
        switch self {
        case .nobody, .unanswered: true
        case .refused, .garbled: code == Self.noJetStream
        }
    }

    package var description: String {
        switch self {
        case .refused(let code, let words): "\(words) (\(code))"
        case .nobody(let subject): "nobody answers at \(subject)"
        case .unanswered(let error): error.description
        case .garbled(let problem): "the server's answer cannot be understood: \(problem)"
        }
    }

    /// The error that an answer tells of; nil when it tells of none.
    init?(in answer: JSONValue) {
        guard let error = answer["error"] else { return nil }
        guard case .number(let code)? = error["err_code"], let code = code.integer else {
            self = .garbled("an error without a number")
            return
        }
        guard case .string(let words)? = error["description"] else {
            self = .refused(code: code, "")
            return
        }
        self = .refused(code: code, words)
    }
}
