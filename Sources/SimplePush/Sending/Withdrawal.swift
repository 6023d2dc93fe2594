import LocalPushModel
import NATSClient
import PushPayload

/// Takes a message back: out of the mailbox where it is unread, and off the screen by a message that
/// says so.
struct Withdrawal {
    let session: ServerSession
    /// The id of the message that is taken back.
    let id: String
    /// The collapse id it was sent with; nil when it had none.
    let collapseID: String?
    /// The message that says so.
    let message: PushMessage

    /// Withdraws it from all of `devices`.
    func send(to devices: [DeviceName], now: Int64) throws -> [SendResult] {
        for device in devices {
            let mailbox = Mailbox(device: device)
            let keeper = MailboxKeeper(session: session, mailbox: mailbox, now: now)
            let subject = mailbox.subject(
                topic: Mailbox.appTopic, key: collapseID ?? id)
            do {
                // Under a collapse id a newer one may wait, which stays.
                _ = try keeper.remove(subject, id: id == collapseID ? nil : id)
            } catch let error as JetStreamError where error.isUnknownMailbox {
                continue
            }
        }
        return try Sender(session, now: now).send(to: devices) {
            message.message(to: $0)
        }
    }
}

extension JetStreamError {
    /// Whether there is no such stream.
    var isUnknownMailbox: Bool {
        if case .nobody = self { true } else { code == Self.noStream }
    }
}
