import NATSClient

/// Whose a device's identity is: of two agents the one that claimed it later. A claim is a message in a
/// stream that keeps the latest of each device.
struct IdentityClaim {
    /// What reading the latest claim gave.
    enum Found: Hashable {
        /// Nobody has claimed the identity, or the server has forgotten.
        case nobody
        /// The agent that calls itself that.
        case agent(String)
    }

    let mailbox: Mailbox
    let connection: NATSConnection

    /// Reads the latest claim.
    func read(completion: @escaping (Result<Found, NATSError>) -> Void) {
        connection.request(NATSMessage(mailbox.latestClaim)) { answer in
            completion(
                answer.flatMap { message in
                    switch message.header("Status") {
                    case nil: return .success(.agent(message.text))
                    case "404": return .success(.nobody)
                    case let status?:
                        return .failure(NATSError("read the claim", "status \(status)"))
                    }
                })
        }
    }

    /// Claims the identity for `instance`.
    func claim(for instance: String, completion: @escaping (Result<Void, NATSError>) -> Void) {
        let message = NATSMessage(mailbox.claim, body: Array(instance.utf8))
        JetStream(connection).publish(message) { answer in
            completion(
                answer.map { _ in }.mapError { NATSError("claim the identity", "\($0)") })
        }
    }
}
