import StrictJSON

/// Which message of a mailbox one is, and where it is acknowledged.
package struct MailboxPosition: Hashable, Sendable {
    /// Its number in the mailbox. A mailbox that was made anew counts from 1 again.
    package let sequence: Int
    /// When the server stored it, nanoseconds since 1970: tells apart what a new mailbox numbers alike.
    package let stored: Int
    /// Where it is acknowledged: its reply subject.
    package let acknowledgement: String

    /// A position.
    package init(sequence: Int, stored: Int, acknowledgement: String) {
        self.sequence = sequence
        self.stored = stored
        self.acknowledgement = acknowledgement
    }

    /// Whether both are the same message, delivered once or again.
    func isSameMessage(as other: MailboxPosition) -> Bool {
        sequence == other.sequence && stored == other.stored
    }

    var json: JSONValue {
        [
            "sequence": .number(JSONNumber(sequence)), "stored": .number(JSONNumber(stored)),
            "acknowledgement": .string(acknowledgement),
        ]
    }

    init?(_ json: JSONValue?) {
        guard let sequence = json?["sequence"]?.integer, let stored = json?["stored"]?.integer,
            let acknowledgement = json?["acknowledgement"]?.string
        else { return nil }
        self.init(sequence: sequence, stored: stored, acknowledgement: acknowledgement)
    }
}
