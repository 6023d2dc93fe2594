/// Where a delivered message is acknowledged, which also says which message it is:
/// `$JS.ACK.<stream>.<consumer>.<deliveries>.<stream sequence>.<consumer sequence>.<time>.<pending>`
/// (nats-server's ADR-15).
package struct AcknowledgementSubject: Hashable, Sendable {
    /// The whole subject.
    package let text: String
    /// The message's number in the stream.
    package let sequence: Int
    /// When the server stored it, nanoseconds since 1970.
    package let stored: Int

    /// Reads a delivered message's reply subject; nil unless it is one of this mailbox: another would
    /// acknowledge what is not ours.
    init?(_ reply: String?, of mailbox: Mailbox) {
        guard let reply, reply.utf8.starts(with: mailbox.acknowledgements.utf8) else { return nil }
        let parts = reply.utf8.dropFirst(mailbox.acknowledgements.utf8.count)
            .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .map { Int(String(decoding: $0, as: UTF8.self)) }
        guard parts.count == 5, let sequence = parts[1], let stored = parts[3] else { return nil }
        text = reply
        self.sequence = sequence
        self.stored = stored
    }
}
