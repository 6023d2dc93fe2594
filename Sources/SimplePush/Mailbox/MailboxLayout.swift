import LinuxSystem
import StrictJSON

/// What is made on the server for a device, as JetStream's interface takes it.
///
/// Why each is as it is: the stream is a device's own, since limits by number count whole streams; it
/// takes nothing new when it is full, since `discard old` drops without a word; one message is pending
/// at a time, since newer mail overtakes a redelivery else; the consumer is pushed to, since a pull
/// across a restart sleeps out its time.
struct MailboxLayout {
    let mailbox: Mailbox
    var limits = MailboxLimits()

    /// The stream's configuration.
    var stream: JSONObject {
        [
            "name": .string(mailbox.stream), "subjects": [.string(mailbox.subjects)],
            "storage": "file", "retention": "workqueue", "discard": "new",
            "max_msgs_per_subject": 1, "max_msgs": .number(JSONNumber(limits.messages)),
            "max_bytes": .number(JSONNumber(limits.bytes)), "max_age": Self.time(limits.age),
            "duplicate_window": Self.time(min(limits.duplicateWindow, limits.age)),
            "num_replicas": 1,
        ]
    }

    /// The consumer's configuration.
    var consumer: JSONObject {
        [
            "durable_name": .string(Mailbox.consumer),
            "deliver_subject": .string(mailbox.delivery), "ack_policy": "explicit",
            "deliver_policy": "all", "max_ack_pending": 1,
            "ack_wait": Self.time(limits.acknowledgement), "max_deliver": -1,
        ]
    }

    /// The configuration of the stream of claims, one for all devices.
    static let claims: JSONObject = [
        "name": .string(Mailbox.claims), "subjects": ["claim.*"], "storage": "file",
        "retention": "limits", "discard": "old", "max_msgs_per_subject": 1, "allow_direct": true,
        "num_replicas": 1,
    ]

    /// What differs in `found`, which the server says is in force; an older server ignores without a
    /// word what it does not know. nil when all of `wanted` is there.
    static func difference(wanted: JSONObject, found: JSONValue?) -> String? {
        for (key, value) in wanted where found?[key] != value {
            let other = found?[key]?.compactText ?? "nothing"
            return "\(key) is \(other) where \(value.compactText) was asked for"
        }
        return nil
    }

    /// JetStream counts nanoseconds.
    private static func time(_ duration: Duration) -> JSONValue {
        .number(JSONNumber(Int(duration.nanoseconds)))
    }
}
