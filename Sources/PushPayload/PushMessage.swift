package import LocalPushModel

/// A message that travels from a sender to a device: what it is, how long it counts, and its payload.
///
/// All times are milliseconds since 1970, by the sender's clock.
package struct PushMessage: Hashable, Sendable {
    /// What a message is for the device.
    package enum Kind: String, Hashable, Sendable {
        /// Something to show, or for the app to know.
        case notification
        /// Somebody calls.
        case call
        /// The call with this ``PushMessage/key`` is over.
        case callEnd = "call-end"
        /// The message or call with this ``PushMessage/collapseID`` was taken back.
        case withdraw
        /// The mailbox was full: others were dropped, as many as `dropped` of the body says.
        case dropped
    }

    /// `Nats-Msg-Id`: what the message is known by when it comes again. 1 to 64 bytes.
    package var id: String
    /// `Push-Kind`
    package var kind: Kind
    /// `Push-Sent`
    package var sent: Int64
    /// `Push-Expires`: from then on it is not shown any more; nil for never.
    package var expires: Int64?
    /// `Push-Priority`: 10 for at once, 5 for when it suits, 1 without waking the device.
    package var priority = 10
    /// `Push-Collapse-Id`: of messages with the same one the newest counts. 1 to 64 bytes.
    package var collapseID: String?
    /// `Push-Ring-Seconds`: for how long a call rings.
    package var ringSeconds = PushMessage.usualRingSeconds
    /// The payload, a JSON object; not checked here.
    package var body: [UInt8]

    /// The most bytes of ``id`` and ``collapseID``; APNs's limit of the latter.
    package static let longestID = 64
    /// For how long a call rings that does not say.
    package static let usualRingSeconds = 30
    /// The most that a call can ring.
    private static let ringRange: ClosedRange<Int64> = 1...3600

    /// A message of these parts.
    package init(id: String, kind: Kind, sent: Int64, body: [UInt8]) {
        self.id = id
        self.kind = kind
        self.sent = sent
        self.body = body
    }

    /// The message that came with these headers. Throws when one that is needed is missing, or one
    /// has a value that it cannot have.
    ///
    /// - Parameter header: gives a header's value by its name, nil when it was not sent.
    package init(header: @escaping (String) -> String?, body: [UInt8]) throws(InvalidValue) {
        let headers = PushHeaders(header)
        guard let id = try headers.id("Nats-Msg-Id") else { throw headers.missing("Nats-Msg-Id") }
        guard let sent = try headers.number("Push-Sent", in: 0...PushHeaders.latest) else {
            throw headers.missing("Push-Sent")
        }
        self.init(id: id, kind: try headers.kind("Push-Kind"), sent: sent, body: body)
        expires = try headers.number("Push-Expires", in: 0...PushHeaders.latest)
        collapseID = try headers.id("Push-Collapse-Id")
        if let number = try headers.number("Push-Priority", in: 1...10) { priority = Int(number) }
        if let number = try headers.number("Push-Ring-Seconds", in: Self.ringRange) {
            ringSeconds = Int(number)
        }
    }

    /// The headers, in the order in which they are listed above. What has its usual value is left out.
    package var headers: [(name: String, value: String)] {
        var headers = [
            ("Nats-Msg-Id", id), ("Push-Kind", kind.rawValue), ("Push-Sent", String(sent)),
        ]
        if let expires { headers.append(("Push-Expires", String(expires))) }
        if priority != 10 { headers.append(("Push-Priority", String(priority))) }
        if let collapseID { headers.append(("Push-Collapse-Id", collapseID)) }
        if kind == .call { headers.append(("Push-Ring-Seconds", String(ringSeconds))) }
        return headers.map { (name: $0.0, value: $0.1) }
    }

    /// What the message replaces and is replaced by, the last part of its subject; of a call and its
    /// end, the call's own id.
    package var key: String { collapseID ?? id }

    /// When a call stops to ring by itself, in milliseconds since 1970.
    package var ringEnd: Int64 { sent + Int64(ringSeconds) * 1000 }

    /// Whether the message counts no more at `now`.
    package func isExpired(at now: Int64) -> Bool { expires.map { $0 <= now } ?? false }
}
