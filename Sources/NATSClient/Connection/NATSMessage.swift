/// A message as NATS carries it.
package struct NATSMessage: Hashable, Sendable {
    /// What it is about: what subscriptions match.
    package var subject: String
    /// Where an answer goes; for a message of a mailbox, where its acknowledgement goes.
    package var reply: String?
    /// Header fields, in no particular order. Names compare byte for byte.
    package var headers: [Header]
    /// The body.
    package var body: [UInt8]

    /// One header field.
    package struct Header: Hashable, Sendable {
        /// The name, as `Nats-Msg-Id`.
        package let name: String
        /// The value: not empty, without line breaks.
        package let value: String

        /// A field.
        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A message to publish.
    package init(
        _ subject: String, reply: String? = nil, headers: [Header] = [], body: [UInt8] = []
    ) {
        self.subject = subject
        self.reply = reply
        self.headers = headers
        self.body = body
    }

    /// The value of the header field `name`; nil when there is none.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// The body as text; what is not UTF-8 is replaced.
    package var text: String { String(decoding: body, as: UTF8.self) }
}
