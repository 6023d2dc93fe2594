/// Requests that wait for their answers.
struct PendingRequests {
    struct Request {
        let subscription: Subscription
        let deadline: Duration
        let subject: String
        let completion: (Result<NATSMessage, NATSError>) -> Void
    }

    private var requests: [Int: Request] = [:]
    private var last = 0
    /// When the next look for overdue requests is due; none is waited for without one.
    private var nextLook: Duration?

    /// A number for the next request.
    mutating func next() -> Int {
        last += 1
        return last
    }

    /// Adds the request of that number. Returns when to look for overdue ones, if that is now earlier
    /// than it was.
    mutating func add(_ number: Int, _ request: Request) -> Duration? {
        requests[number] = request
        if let nextLook, nextLook <= request.deadline { return nil }
        nextLook = request.deadline
        return nextLook
    }

    mutating func remove(_ number: Int) -> Request? { requests.removeValue(forKey: number) }

    mutating func removeAll() -> [Request] {
        defer { requests = [:] }
        return requests.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Removes those that are answered, in the order of asking.
    mutating func takeAnswered() -> [(Request, Result<NATSMessage, NATSError>)] {
        var answered: [(Int, Request, Result<NATSMessage, NATSError>)] = []
        for (number, request) in requests {
            if let answer = request.subscription.answer(to: request.subject) {
                answered.append((number, request, answer))
            }
        }
        for (number, _, _) in answered { requests[number] = nil }
        return answered.sorted { $0.0 < $1.0 }.map { ($0.1, $0.2) }
    }

    /// Removes what is overdue, in the order of asking; and when to look next.
    mutating func expire(at now: Duration) -> (expired: [Request], next: Duration?) {
        let overdue = requests.filter { $0.value.deadline <= now }.sorted { $0.key < $1.key }
        for (number, _) in overdue { requests[number] = nil }
        nextLook = requests.values.map(\.deadline).min()
        return (overdue.map(\.value), nextLook)
    }
}
