import StrictJSON

/// What an agent remembers of the messages it has dealt with, and the decision what to do with the next.
///
/// For each message that comes: ``decide(_:at:now:timeText:)``, then do that, then ``finish(_:at:as:)`` and write
/// the record it returns to the disk, then acknowledge. An agent that dies anywhere in between gets the
/// message again: it is shown again only if it died after it was shown and before the record was on the
/// disk, and then in the same place on a screen that knows messages by their ids.
///
/// Whether a message was dealt with before is told by its id, and by its position; a number that is
/// lower than the last says nothing, since a server whose storage was wiped counts from 1 again, with
/// whatever clock it has.
package struct DeliveryLedger: Hashable, Sendable {
    /// How many ids are remembered: more than a mailbox holds, so that not even one that comes back from
    /// a copy of its files shows anything twice.
    package static let mostIDs = 1024
    /// How many notifications can be replaced or withdrawn.
    package static let mostNotifications = 256
    /// How many messages wait for a notification server. When one more comes the oldest goes.
    package static let mostKept = 100
    /// How many messages wait for the app. When one more comes the oldest goes.
    package static let mostUntold = 100
    /// How many calls are remembered.
    static let mostCalls = 64

    /// The agent that claimed the identity last; nil when none has.
    package internal(set) var instance: String?
    /// The message that was dealt with last; nil when none was.
    package internal(set) var position: MailboxPosition?
    /// The messages that wait for a notification server, the oldest first.
    package internal(set) var kept: [PushMessage] = []
    /// The messages that the app is yet to be told of, the oldest first.
    package internal(set) var untold: [PushMessage] = []
    /// How many messages ``kept`` had no room for.
    package internal(set) var forgotten = 0
    /// How many calls were told of as missed.
    package internal(set) var missedCalls = 0

    var recentIDs = RecentIDs(limit: DeliveryLedger.mostIDs)
    var shown: [ShownNotification] = []
    var calls: [KnownCall] = []

    /// An agent that has seen nothing yet.
    package init() {}

    /// Remembers who claimed the identity.
    package mutating func claim(for instance: String) -> LedgerRecord {
        record(.claimed(instance))
    }

    /// Remembers what became of a message. Returns the change, to be written to the disk.
    ///
    /// - Parameters:
    ///   - position: where the message came from; nil for one of ``kept``.
    ///   - awaitsApp: whether the app is yet to be told of it: it is one of ``untold`` from now on.
    package mutating func finish(
        _ message: PushMessage, at position: MailboxPosition?, as outcome: DeliveryOutcome,
        awaitsApp: Bool = false
    ) -> LedgerRecord {
        record(
            .finished(FinishedMessage(message, at: position, as: outcome, awaitsApp: awaitsApp)))
    }

    /// Remembers that the app was told of a message; nil when it was not to be.
    package mutating func tell(_ id: String) -> LedgerRecord? {
        guard untold.contains(where: { $0.id.hasSameBytes(as: id) }) else { return nil }
        return record(.told(id))
    }

    /// Remembers that a notification is gone from the screen; nil when it was not known.
    package mutating func close(_ reference: NotificationReference) -> LedgerRecord? {
        guard shown.contains(where: { $0.reference == reference }) else { return nil }
        return record(.closed(reference))
    }

    /// The message that a notification is about; nil for one that is not known.
    package func message(shownAs reference: NotificationReference) -> PushMessage? {
        shown.last { $0.reference == reference }?.message
    }

    private mutating func record(_ change: LedgerRecord.Change) -> LedgerRecord {
        let record = LedgerRecord(change)
        apply(record)
        return record
    }

    /// Makes a change again that was read from the disk.
    package mutating func apply(_ record: LedgerRecord) {
        switch record.change {
        case .claimed(let instance): self.instance = instance
        case .closed(let reference): shown.removeAll { $0.reference == reference }
        case .told(let id): untold.removeAll { $0.id.hasSameBytes(as: id) }
        case .finished(let message): apply(message)
        }
    }
}
