/// Why an attempt to connect did not lead to a connection, in words for people.
package enum ConnectFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is missing may come by itself: an address, a name, a server, a date. A normal state.
    case waiting(String)
    /// The server is not the one that the profile means, or does not want this user. Somebody has to
    /// change something.
    case rejected(String)

    /// The words: "connection refused by 10.0.0.1:4222". What came from outside is escaped.
    package var description: String {
        switch self {
        case .waiting(let reason), .rejected(let reason): reason
        }
    }
}
