import MessageLines

/// Answers that are owed until something has come about.
struct PendingAnswers {
    /// What can be said of a request after a look at how things are: nothing yet, or its answer.
    typealias Check = () -> ControlReply?

    private struct Pending {
        weak var connection: ControlConnection?
        let deadline: Duration
        /// The answer when the deadline passes.
        let tooLate: ControlReply
        let check: Check
    }

    private var pending: [Pending] = []

    /// The next moment at which an answer is due though nothing happens.
    var nextDeadline: Duration? { pending.map(\.deadline).min() }

    /// Owes `connection` an answer: the first that `check` gives, or `tooLate` at the deadline.
    mutating func add(
        _ connection: ControlConnection, until deadline: Duration, tooLate: ControlReply,
        check: @escaping Check
    ) {
        pending.append(
            Pending(connection: connection, deadline: deadline, tooLate: tooLate, check: check))
    }

    /// Takes out the answers that can be given now.
    mutating func due(at now: Duration) -> [(connection: ControlConnection, reply: ControlReply)] {
        var due: [(ControlConnection, ControlReply)] = []
        pending.removeAll { item in
            guard let connection = item.connection else { return true }
            guard let reply = item.check() ?? (item.deadline <= now ? item.tooLate : nil) else {
                return false
            }
            due.append((connection, reply))
            return true
        }
        return due
    }
}
