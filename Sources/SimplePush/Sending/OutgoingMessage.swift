import NATSClient
import StrictJSON

/// A message to be stored for devices, free of any one of them.
struct OutgoingMessage: Hashable, Sendable {
    /// What a message is for the device.
    enum Kind: String, Sendable {
        case notification
        case call
        case callEnd = "call-end"
        case withdraw
        case dropped
    }

    /// What it is.
    var kind: Kind
    /// Its own id, by which it is recognized when it comes again.
    var id: String
    /// When it was sent, in milliseconds since 1970.
    var sent: Int64
    /// From when on it is not shown any more, in milliseconds since 1970; nil for never.
    var expires: Int64?
    /// 10 for at once, 5 for when it suits.
    var priority: Int?
    /// Of messages with the same one only the newest is kept and shown.
    var collapseID: String?
    /// For how long a call rings.
    var ringSeconds: Int?
    /// The payload, a JSON object.
    var body: [UInt8]

    /// What the messages of one kind of thing are under, in the subject.
    static let topic = "app"

    /// The message for one mailbox.
    func message(to mailbox: Mailbox, topic: String = topic) -> NATSMessage {
        NATSMessage(
            mailbox.subject(topic: topic, key: collapseID ?? id), headers: headers, body: body)
    }

    private var headers: [NATSMessage.Header] {
        var headers: [NATSMessage.Header] = [
            .init("Nats-Msg-Id", id), .init("Push-Kind", kind.rawValue),
            .init("Push-Sent", String(sent)),
        ]
        if let expires { headers.append(.init("Push-Expires", String(expires))) }
        if let priority { headers.append(.init("Push-Priority", String(priority))) }
        if let collapseID { headers.append(.init("Push-Collapse-Id", collapseID)) }
        if let ringSeconds { headers.append(.init("Push-Ring-Seconds", String(ringSeconds))) }
        return headers
    }
}
