import MessageLines

/// Answers that are owed until something has come about.
struct PendingAnswers {
    /// What can be said of a request after a look at how things are: nothing yet, or its answer.
    typealias Check = () -> ControlReply?

    private struct Pending {
        let asker: Asker
        let deadline: Duration
        /// The answer when the deadline passes.
        let tooLate: ControlReply
        let check: Check
    }

    private var pending: [Pending] = []

    /// The next moment at which an answer is due though nothing happens.
    var nextDeadline: Duration? { pending.map(\.deadline).min() }

    /// Owes `asker` an answer: the first that `check` gives, or `tooLate` at the deadline.
    mutating func add(
        _ asker: Asker, until deadline: Duration, tooLate: ControlReply, check: @escaping Check
    ) {
        pending.append(Pending(asker: asker, deadline: deadline, tooLate: tooLate, check: check))
    }

    /// Takes out the answers that can be given now.
    mutating func due(at now: Duration) -> [(asker: Asker, reply: ControlReply)] {
        var due: [(Asker, ControlReply)] = []
        pending.removeAll { item in
            guard item.asker.isThere() else { return true }
            guard let reply = item.check() ?? (item.deadline <= now ? item.tooLate : nil) else {
                return false
            }
            due.append((item.asker, reply))
            return true
        }
        return due
    }
}
