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
        let numbers = Self.numbers(reply.utf8.dropFirst(mailbox.acknowledgements.utf8.count))
        guard numbers.count == 5 else { return nil }
        text = reply
        sequence = numbers[1]
        stored = numbers[3]
    }

    /// The numbers between dots; none when there is anything else.
    private static func numbers(_ text: Substring.UTF8View) -> [Int] {
        var numbers: [Int] = []
        var number: Int?
        for byte in text {
            guard byte != UInt8(ascii: ".") else {
                guard let whole = number else { return [] }
                numbers.append(whole)
                number = nil
                continue
            }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte),
                case (let tens, false) = (number ?? 0).multipliedReportingOverflow(by: 10),
                case (let sum, false) = tens.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
            else { return [] }
            number = sum
        }
        return number.map { numbers + [$0] } ?? []
    }
}
