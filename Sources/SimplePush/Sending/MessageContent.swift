import Certificates
import CommandConsole
import CommandLineKit
import LinuxSystem
import LocalPushModel
import PushPayload
import StrictJSON

/// What a command line says about a message.
struct MessageContent {
    var text: String?
    var title: String?
    var payload: String?
    var caller: String?
    var endedCall: String?
    var isAnsweredElsewhere = false
    var id: String?
    var collapseID: String?
    var expiry: Duration?
    var priority: Int?
    var ring: Int?

    static func options<Command>(
        in path: WritableKeyPath<Command, MessageContent>
    ) -> [Option<Command>] {
        let options: [Option<MessageContent>] = [
            .value("--text", \.text, .text("TEXT"), "The text of a notification."),
            .value("--title", \.title, .text("TEXT"), "Its title."),
            .value(
                "--payload", \.payload, .file(),
                "An APNs payload, a JSON object; --text and --title go into its aps.alert."),
            .value("--call", \.caller, .text("NAME"), "Ring, for a call from NAME."),
            .value(
                "--end-call", \.endedCall, .identifier("ID"), "Stop ringing for the call ID."),
            .flag(
                "--answered-elsewhere", \.isAnsweredElsewhere,
                "With --end-call: the call was taken on another device."),
            .value(
                "--ring", \.ring, .seconds(1...3600),
                "For how long a call rings before it is a missed one; 30s if not given."),
            .value(
                "--id", \.id, .identifier("ID"), "The message's id; a random one if not given."),
            .value(
                "--collapse-id", \.collapseID, .identifier("ID"),
                "Of messages with the same ID, at most 64 bytes, only the newest is kept and shown."
            ),
            .value(
                "--expire", \.expiry, .span,
                "For how long it is worth showing; for ever if not given."),
            .value(
                "--priority", \.priority, .number("N", 1...10),
                "From 10 at once to 1; from 5 down it is shown quietly. 10 if not given."),
        ]
        return options.map { $0.within(path) }
    }

    func validate(isWithdrawing: Bool) throws(ValueError) {
        let contents = [
            text != nil || title != nil || payload != nil && caller == nil && endedCall == nil,
            caller != nil, endedCall != nil, isWithdrawing,
        ]
        guard contents.count(where: { $0 }) == 1 else {
            throw ValueError(
                "one of --text, --payload, --call, --end-call and --withdraw is needed")
        }
        if ring != nil, caller == nil { throw ValueError("--ring needs --call") }
        if isAnsweredElsewhere, endedCall == nil {
            throw ValueError("--answered-elsewhere needs --end-call")
        }
    }

    /// The message.
    ///
    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - withdrawing: the id of a message to take back; nil to send one.
    func message(now: Int64, withdrawing: String?) throws -> PushMessage {
        var message = PushMessage(
            id: try id ?? SecureRandom.identifier(), kind: .notification, sent: now, body: [])
        message.expires = expiry.map { now + $0.nanoseconds / 1_000_000 }
        message.priority = priority ?? message.priority
        message.collapseID = collapseID
        var payload = try self.payload.map(Self.read) ?? [:]
        if let caller {
            message.kind = .call
            message.ringSeconds = ring ?? message.ringSeconds
            payload["senderName"] = .string(caller)
        } else if let endedCall {
            message.kind = .callEnd
            message.collapseID = endedCall
            payload["event"] = isAnsweredElsewhere ? "answeredElsewhere" : "ended"
        } else if let withdrawing {
            message.kind = .withdraw
            message.collapseID = collapseID ?? withdrawing
        } else {
            payload = try withAlert(payload)
        }
        JSONValue.object(payload).write(into: &message.body, pretty: false)
        try Self.check(message)
        return message
    }

    /// What a device would not take is better told to the sender.
    private static func check(_ message: PushMessage) throws {
        let limit = message.kind == .call ? PushPayload.largestCall : PushPayload.largest
        do throws(DocumentError) {
            _ = try PushPayload(parsing: message.body, limit: limit)
        } catch {
            throw Failure(
                .usage, "bad payload: \(error.key.isEmpty ? "" : error.key + ": ")\(error.problem)")
        }
    }

    /// The payload with `--text` and `--title` in it.
    private func withAlert(_ payload: JSONObject) throws -> JSONObject {
        guard text != nil || title != nil else { return payload }
        var payload = payload
        guard case .object(var aps) = payload["aps"] ?? [:] else {
            throw Failure(.usage, "aps of the payload is not an object")
        }
        var alert: JSONObject = [:]
        switch aps["alert"] {
        case .object(let object)?: alert = object
        case .string(let text)?: alert["body"] = .string(text)
        default: break
        }
        if let text { alert["body"] = .string(text) }
        if let title { alert["title"] = .string(title) }
        aps["alert"] = .object(alert)
        payload["aps"] = .object(aps)
        return payload
    }

    private static func read(_ path: String) throws -> JSONObject {
        let document: JSONDocument
        do {
            document = try JSONFile.read(path, limit: 1 << 20)
        } catch let error as DocumentError {
            throw Failure(.usage, "bad payload: \(error)")
        }
        guard case .object(let object) = JSONValue(document.root) else {
            throw Failure(.usage, "\(SafeText.escaped(path)): a payload is a JSON object")
        }
        return object
    }
}

extension Conversion<String> {
    /// An id of a message or call: 1 to 64 bytes, which have to fit into a header and a subject.
    static func identifier(_ valueName: String) -> Conversion {
        .text(valueName) { text throws(ValueError) in
            guard PushMessage.isID(text)
            else { throw ValueError("an id has 1 to 64 bytes, none of them a control character") }
            return text
        }
    }
}
