import NATSClient
import StrictJSON

/// The message that tells a device how many others a full mailbox has lost. There is one in a mailbox at
/// most; its count grows until the device has read it.
struct DroppedNotice {
    /// The collapse id of all notices, and the key in their subject.
    static let key = "dropped"
    /// The topic of all notices.
    static let topic = "mailbox"

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
    func message(id: String, sent: Int64) -> OutgoingMessage {
        var body: [UInt8] = []
        JSONValue.object(["aps": [:], "dropped": .number(JSONNumber(count))])
            .write(into: &body, pretty: false)
        return OutgoingMessage(
            kind: .dropped, id: id, sent: sent, collapseID: Self.key, body: body)
    }
}
