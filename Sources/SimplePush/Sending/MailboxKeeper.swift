import Certificates
import LinuxSystem
import NATSClient
import PushPayload
import StrictJSON

/// What a sender does in a device's mailbox besides storing: makes room, and takes back.
///
/// Messages are removed by their numbers only. A purge by subject would move the consumer past what is
/// unread.
struct MailboxKeeper {
    let session: ServerSession
    let mailbox: Mailbox
    /// Now, in milliseconds since 1970.
    let now: Int64

    // MARK: Making room

    /// Makes room for one message in a full mailbox: what has expired goes, or else the oldest, which a
    /// notice then counts. Returns how many were dropped unread.
    func makeRoom() throws -> Int {
        if try sweep() > 0 { return 0 }
        var notice = DroppedNotice(try last(mailbox.notice))
        var dropped = 0
        // A second one where the notice itself needs room.
        for _ in 0..<2 {
            guard try dropOldest() else { break }
            dropped += 1
            notice.count += 1
            if try store(notice) { break }
        }
        return dropped
    }

    /// Removes what has expired. Returns how many that were.
    func sweep() throws -> Int {
        var removed = 0
        try forEach { stored in
            guard let text = stored.message.header("Push-Expires"), let expires = Int64(text),
                expires <= now
            else { return }
            if try delete(stored.sequence) { removed += 1 }
        }
        return removed
    }

    /// Removes the oldest message that is no notice. Returns false when there is none.
    private func dropOldest() throws -> Bool {
        var next = 1
        while let stored = try message(from: next) {
            if stored.message.subject != mailbox.notice { return try delete(stored.sequence) }
            next = stored.sequence + 1
        }
        return false
    }

    private func store(_ notice: DroppedNotice) throws -> Bool {
        let id = try SecureRandom.identifier()
        let message = notice.message(id: id, sent: now)
        do {
            _ = try session.publish(message.message(to: mailbox))
            return true
        } catch let error as JetStreamError where error.code == JetStreamError.full {
            return false
        }
    }

    // MARK: Taking back

    /// Removes a message that still waits under `subject`, if it is the one with this id. Returns
    /// whether it was there.
    func remove(_ subject: String, id: String?) throws -> Bool {
        guard let stored = try last(subject),
            id == nil || stored.message.header("Nats-Msg-Id") == id
        else { return false }
        return try delete(stored.sequence)
    }

    // MARK: JetStream

    /// The message that waits under a subject; nil when none does.
    func last(_ subject: String) throws -> StoredMessage? {
        try get(["last_by_subj": .string(subject)])
    }

    private func message(from sequence: Int) throws -> StoredMessage? {
        try get([
            "seq": .number(JSONNumber(sequence)), "next_by_subj": .string(mailbox.subjects),
        ])
    }

    private func forEach(_ use: (StoredMessage) throws -> Void) throws {
        var next = 1
        while let stored = try message(from: next) {
            try use(stored)
            next = stored.sequence + 1
        }
    }

    private func get(_ request: JSONObject) throws -> StoredMessage? {
        try session.call(
            "STREAM.MSG.GET.\(mailbox.stream)", request, unless: JetStreamError.noMessage
        ).flatMap { StoredMessage($0) }
    }

    /// Returns false when it was gone already: read, or removed by another sender.
    private func delete(_ sequence: Int) throws -> Bool {
        do {
            _ = try session.call(
                "STREAM.MSG.DELETE.\(mailbox.stream)",
                ["seq": .number(JSONNumber(sequence)), "no_erase": true])
            return true
        } catch let error as JetStreamError
            where error.code == JetStreamError.notDeleted || error.code == JetStreamError.noMessage
        {
            return false
        }
    }
}
