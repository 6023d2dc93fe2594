import NATSClient
import PushPayload
import StrictJSON

/// The message that tells a device how many others a full mailbox has lost. There is one in a mailbox at
/// most; its count grows until the device has read it.
struct DroppedNotice {
    /// How many messages were dropped since the device last read a notice.
    var count: Int

    init(count: Int) { self.count = count }

    /// Reads a notice; its count is 0 when it is something else.
    init(_ stored: StoredMessage?) {
        let body = stored.flatMap { try? JSONValue(parsing: $0.message.body) }
        guard case .number(let number)? = body?["dropped"] else {
            count = 0
            return
        }
        count = number.integer ?? 0
    }

    /// The message.
    func message(id: String, sent: Int64) -> PushMessage {
        var body: [UInt8] = []
        JSONValue.object(["aps": [:], "dropped": .number(JSONNumber(count))])
            .write(into: &body, pretty: false)
        var message = PushMessage(id: id, kind: .dropped, sent: sent, body: body)
        message.collapseID = Mailbox.noticeKey
        return message
    }
}
