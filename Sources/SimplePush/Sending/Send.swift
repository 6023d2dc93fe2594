import Certificates
import CommandConsole
import CommandLineKit
import LinuxSystem
import LocalPushModel
import NATSClient
import PushPayload
import StrictJSON

/// `send`: stores a message, a call, or word that one is over, in devices' mailboxes.
struct Send: Command {
    var devices: [DeviceName] = []
    var isForAll = false
    var content = MessageContent()
    var withdrawn: String?
    var server = ServerOptions()
    var isJSON = false

    static let name = "send"
    static let summary = "Send a text, a payload or a call to devices"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                """
                A message is stored in each device's mailbox and delivered when the device is there. \
                What becomes of it is told for each device. When a mailbox is full, what has expired \
                goes first, then the oldest; the device is told how many it missed.
                """,
                """
                A message's id is printed first. Sent again with --id, it is stored once; with \
                --withdraw it vanishes from mailboxes and screens.
                """,
            ],
            options: [
                .repeated("--to", \.devices, .device, "A device to send to."),
                .flag("--all", \.isForAll, "Send to every device that is enrolled."),
            ], MessageContent.options(in: \.content),
            [
                .value(
                    "--withdraw", \.withdrawn, .identifier("ID"),
                    """
                    Take back the message with this id; with --collapse-id, if it was sent with one.
                    """)
            ], ServerOptions.options(in: \.server),
            [.flag("--json", \.isJSON, "Print one JSON document.")],
            examples: [
                Example("simplepush send --to tablet-7 --text \"Lunch is ready\"", "Send a text"),
                Example(
                    "simplepush send --all --title Muster --text \"Deck 4\" --collapse-id muster",
                    "Send to all, in place of what was sent under that id before"),
                Example("simplepush send --to tablet-7 --call Bridge --ring 45s", "Ring a device"),
            ],
            exitStatuses: [
                ExitStatusSpec(.success, "Stored for every device"),
                ExitStatusSpec(.failure, "Not stored for some device"),
                ExitStatusSpec(.notFound, "No such device, but stored for all others"), .denied,
                ExitStatusSpec(.noService, "The server is not running"),
            ])
    }

    func validate() throws(ValueError) {
        try server.validate()
        if isForAll != devices.isEmpty {
            throw ValueError(
                isForAll
                    ? "--to and --all contradict each other" : "--to DEVICE or --all is needed")
        }
        try content.validate(isWithdrawing: withdrawn != nil)
    }

    func run(in context: SimplePushContext) throws -> ExitStatus {
        let now = WallClock.now / 1_000_000
        let message = try content.message(now: now, withdrawing: withdrawn)
        let session = try ServerSession(try server.target(in: context))
        let devices = isForAll ? try everybody(session, in: context) : devices
        var results: [SendResult]
        if let withdrawn {
            let withdrawal = Withdrawal(
                session: session, id: withdrawn, collapseID: content.collapseID, message: message)
            results = try withdrawal.send(to: devices, now: now)
        } else {
            results = try Sender(session, now: now).send(to: devices) { message.message(to: $0) }
        }
        try nameLostMailboxes(in: &results, in: context)
        try report(results, id: message.id, in: context)
        try noteFullDisk(results, in: context)
        return Self.status(results)
    }

    /// All that have a mailbox or should have one.
    private func everybody(
        _ session: ServerSession, in context: SimplePushContext
    ) throws -> [DeviceName] {
        try enrolled(in: context).union(DeviceDirectory(session: session).all()).sorted()
    }

    /// The devices of a server of one's own; whom others have enrolled is not known.
    private func enrolled(in context: SimplePushContext) throws -> Set<DeviceName> {
        guard server.server == nil else { return [] }
        return Set(try context.serverFolder(server.folder).devices().devices.map(\.name))
    }

    /// nats-server starts without the mailboxes that it finds no room for, or cannot read.
    private func nameLostMailboxes(
        in results: inout [SendResult], in context: SimplePushContext
    ) throws {
        let unknown = results.indices.filter { results[$0].status == "unknown" }
        if unknown.isEmpty { return }
        // Read now: who was revoked meanwhile is unknown, indeed.
        let enrolled = try enrolled(in: context)
        for index in unknown where enrolled.contains(results[index].device) {
            results[index].outcome = .failed(
                "it is enrolled, but the server runs without its mailbox and its log says why; "
                    + "if --storage is too small for it, start the server with more")
        }
    }

    /// nats-server does not tell senders that its disk is full: it falls silent.
    private func noteFullDisk(_ results: [SendResult], in context: SimplePushContext) throws {
        guard server.server == nil, results.contains(where: { $0.status == "failed" }) else {
            return
        }
        let store = try context.serverFolder(server.folder).files.mailboxes
        guard let free = try? Machine.freeSpace(at: store), free < 1 << 20 else { return }
        context.console.note(
            "the server's disk is full: \(free >> 10) KiB are free in \(SafeText.escaped(store))")
    }

    private func report(
        _ results: [SendResult], id: String, in context: SimplePushContext
    ) throws {
        if isJSON {
            return try context.console.print([
                "id": .string(id), "recipients": .array(results.map(\.json)),
            ])
        }
        try context.console.print("id \(SafeText.escaped(id))")
        for result in results { try context.console.print(result.text) }
    }

    private static func status(_ results: [SendResult]) -> ExitStatus {
        let statuses = Set(results.map(\.status))
        if statuses.contains("failed") { return .failure }
        return statuses.contains("unknown") ? .notFound : .success
    }
}
