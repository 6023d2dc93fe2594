import CommandConsole
import CommandLineKit
import LinuxSystem
import LocalPushModel
import NATSClient
import StrictJSON

/// Makes and removes what a device has on the server.
struct MailboxMaker {
    let session: ServerSession
    /// The folder that the server stores mailboxes in, where it is on this machine.
    var storeFolder: String?

    /// Makes mailbox and consumer, and the stream of claims where it is missing; what is there already
    /// is brought to the same configuration. What is unread stays.
    func make(_ layout: MailboxLayout) throws {
        try makeStream(MailboxLayout.claims)
        try makeStream(layout.stream)
        let stream = layout.mailbox.stream
        let answer = try advising {
            try session.call(
                "CONSUMER.DURABLE.CREATE.\(stream).\(Mailbox.consumer)",
                ["stream_name": .string(stream), "config": .object(layout.consumer)])
        }
        try check(layout.consumer, answer["config"], "the consumer of \(stream)")
    }

    /// Removes the mailbox, with what is unread. Returns false when there was none.
    func remove(_ mailbox: Mailbox) throws -> Bool {
        let answer = try session.call(
            "STREAM.DELETE.\(mailbox.stream)", unless: JetStreamError.noStream)
        return answer != nil
    }

    private func makeStream(_ configuration: JSONObject) throws {
        guard case .string(let name)? = configuration["name"] else { return }
        let isThere =
            try session.call("STREAM.INFO.\(name)", unless: JetStreamError.noStream) != nil
        let answer = try advising {
            try session.call("STREAM.\(isThere ? "UPDATE" : "CREATE").\(name)", configuration)
        }
        try check(configuration, answer["config"], "the stream \(name)")
    }

    private func advising(_ call: () throws -> JSONValue) throws -> JSONValue {
        do { return try call() } catch let error as JetStreamError
            where error.code.map(JetStreamError.noRoom.contains) == true
        {
            throw Failure(
                .failure, "the server has no room for another mailbox: \(error)",
                advice: [
                    "Start it with more: simplepush server --storage SIZE",
                    "Or make mailboxes smaller: --max-bytes SIZE",
                ])
        } catch let error as JetStreamError
            where error.code.map(JetStreamError.notMade.contains) == true
        {
            throw notStored(error)
        }
    }

    /// The server does not say why it could not write; the disk does.
    private func notStored(_ error: JetStreamError) -> Failure {
        let place = storeFolder.map { " in \(SafeText.escaped($0))" } ?? ""
        let free = storeFolder.flatMap { try? Machine.freeSpace(at: $0) }
        let room = free.map { ", where \($0 >> 10) KiB are free" } ?? ""
        return Failure(
            .failure, "the server could not store a mailbox\(place)\(room): \(error)",
            advice: [
                "Make room on its disk, then enroll again",
                "If there is room: the log of simplepush server says what it could not write",
            ])
    }

    /// An older server ignores what it does not know: what it has made is read back.
    private func check(_ wanted: JSONObject, _ found: JSONValue?, _ what: String) throws {
        if let difference = MailboxLayout.difference(wanted: wanted, found: found) {
            throw Failure(.failure, "the server made \(what) otherwise: \(difference)")
        }
    }
}
