/// The names that belong to one device on the server.
package struct Mailbox: Hashable, Sendable {
    /// Whose mailbox it is.
    package let device: DeviceName

    /// The mailbox of a device.
    package init(device: DeviceName) { self.device = device }

    /// The stream that holds what the device has not acknowledged.
    var stream: String { "MBX_\(device)" }
    /// What the stream listens at.
    var subjects: String { "push.\(device).>" }
    /// Where its one consumer delivers.
    var delivery: String { "deliver.\(device)" }
    /// Where acknowledgements go: replies of delivered messages start with it.
    var acknowledgements: String { "$JS.ACK.\(stream).\(Self.consumer)." }
    /// Where an agent claims the identity.
    var claim: String { "claim.\(device)" }
    /// Where the latest claim is read.
    var latestClaim: String { "$JS.API.DIRECT.GET.\(Self.claims).\(claim)" }
    /// Where agents of the device hear of each other, and an agent of itself.
    var live: String { "live.\(device)" }
    /// What subjects of answers to the device start with.
    package var inboxPrefix: String { "_INBOX_\(device)" }

    /// The name of every mailbox's consumer.
    static let consumer = "agent"
    /// The stream of claims.
    static let claims = "CLAIMS"
    /// What the names of mailboxes' streams start with.
    static let streamPrefix = "MBX_"

    /// The topic of what senders send.
    static let appTopic = "app"
    /// The topic of the notice of dropped messages.
    static let noticeTopic = "mailbox"
    /// The collapse id of all those notices.
    static let noticeKey = "dropped"

    /// The subject of the notice of dropped messages.
    var notice: String { subject(topic: Self.noticeTopic, key: Self.noticeKey) }

    /// The subject of a message, whose `key` is its collapse id, or its own id without one.
    func subject(topic: String, key: String) -> String {
        "push.\(device).\(SubjectToken.encode(topic)).\(SubjectToken.encode(key))"
    }
}
