import NATSClient
import StrictJSON

/// A message that waits in a mailbox, as JetStream's interface shows it.
struct StoredMessage {
    /// Its number in the stream.
    let sequence: Int
    /// Subject, headers and body.
    let message: NATSMessage

    /// Reads the answer to `STREAM.MSG.GET`; nil when it is something else.
    init?(_ answer: JSONValue) {
        guard let message = answer["message"],
            case .string(let subject)? = message["subject"],
            case .number(let number)? = message["seq"], let sequence = number.integer
        else { return nil }
        self.sequence = sequence
        self.message = NATSMessage(
            subject, headers: Self.headers(Self.bytes(message["hdrs"])),
            body: Self.bytes(message["data"]))
    }

    private static func bytes(_ value: JSONValue?) -> [UInt8] {
        if case .string(let text)? = value { Base64.bytes(text) ?? [] } else { [] }
    }

    /// The fields after the first line, `NATS/1.0`, each a name, a colon and a value on a line.
    private static func headers(_ bytes: [UInt8]) -> [NATSMessage.Header] {
        bytes.split(separator: UInt8(ascii: "\n")).dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let value = line[(colon + 1)...].drop { $0 == UInt8(ascii: " ") }
                .filter { $0 != UInt8(ascii: "\r") }
            return NATSMessage.Header(
                String(decoding: line[..<colon], as: UTF8.self),
                String(decoding: value, as: UTF8.self))
        }
    }
}
