/// A notification server that runs, and what it can do.
struct NotificationServer: Hashable, Sendable {
    /// The unique name of its connection.
    let owner: String
    /// Which run of which bus it is on, and ``owner``: no other server will ever have the same.
    let token: String
    /// What it announces; see GetCapabilities in the specification.
    let capabilities: Set<String>

    func can(_ capability: String) -> Bool { capabilities.contains(capability) }
}
