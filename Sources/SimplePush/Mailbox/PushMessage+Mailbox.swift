import LocalPushModel
import NATSClient
import PushPayload

extension PushMessage {
    /// The message for one mailbox.
    func message(to mailbox: Mailbox) -> NATSMessage {
        NATSMessage(
            mailbox.subject(topic: topic, key: key),
            headers: headers.map { NATSMessage.Header($0.name, $0.value) }, body: body)
    }

    /// The message that came as `message`. Throws for what is none.
    init(_ message: NATSMessage) throws(InvalidValue) {
        try self.init(header: { message.header($0) }, body: message.body)
    }

    /// What of one kind replaces what: the end of a call takes the place of the call.
    private var topic: String {
        switch kind {
        case .notification, .call, .callEnd: Mailbox.appTopic
        case .withdraw: "withdraw"
        case .dropped: Mailbox.noticeTopic
        }
    }
}
