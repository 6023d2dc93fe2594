import LocalPushModel
import NATSClient

/// Stores messages for many devices over one connection.
final class Sender {
    /// How many messages are on their way at once: enough to hide the way to the server and back, few
    /// enough for any socket's buffer.
    private static let window = 128

    private let session: ServerSession
    /// Now, in milliseconds since 1970.
    private let now: Int64
    private var pending = 0

    init(_ session: ServerSession, now: Int64) {
        self.session = session
        self.now = now
    }

    /// Sends to all of `devices`; one that fails does not keep the others from theirs. The results are
    /// in the order of the devices.
    func send(
        to devices: [DeviceName], _ message: (Mailbox) -> NATSMessage
    ) throws -> [SendResult] {
        var results = [SendResult?](repeating: nil, count: devices.count)
        var full: [Int] = []
        var unheard: [Int] = []
        for (index, device) in devices.enumerated() {
            try session.run { pending < Self.window || session.hasEnded }
            pending += 1
            session.jetStream.publish(message(Mailbox(device: device))) { [unowned self] answer in
                pending -= 1
                switch answer {
                case .failure(let error) where error.mayPass: unheard.append(index)
                case .failure(let error) where error.code == JetStreamError.full:
                    full.append(index)
                default: break
                }
                results[index] = Self.result(device, answer)
            }
        }
        try session.run { pending == 0 }
        for index in unheard { results[index] = sendToUnheard(devices[index], message) }
        for index in full { results[index] = sendToFull(devices[index], message) }
        return results.compactMap(\.self)
    }

    /// Again where nobody heard: a device without a mailbox is told from a server that was just reading
    /// its configuration and heard nothing at all.
    private func sendToUnheard(
        _ device: DeviceName, _ message: (Mailbox) -> NATSMessage
    ) -> SendResult {
        let mailbox = Mailbox(device: device)
        do {
            let isThere =
                try session.call(
                    "STREAM.INFO.\(mailbox.stream)", unless: JetStreamError.noStream) != nil
            guard isThere else { return SendResult(device: device, outcome: .unknown) }
            let answer = try session.answer(to: message(mailbox))
            if case .failure(let error) = answer, error.code == JetStreamError.full {
                return sendToFull(device, message)
            }
            // What the server has already is what it stored without a word.
            return Self.result(device, answer.map { $0.asFirst })
        } catch {
            return SendResult(device: device, outcome: .failed(SafeText.escaped("\(error)")))
        }
    }

    /// Again for a mailbox that was full. Others may be sending to it, too: a few times.
    private func sendToFull(
        _ device: DeviceName, _ message: (Mailbox) -> NATSMessage
    ) -> SendResult {
        let mailbox = Mailbox(device: device)
        let keeper = MailboxKeeper(session: session, mailbox: mailbox, now: now)
        var dropped = 0
        var result = SendResult(
            device: device,
            outcome: .failed(
                "the mailbox stays full, or the server's disk is"))
        do {
            for _ in 0..<5 {
                dropped += try keeper.makeRoom()
                let answer = try session.answer(to: message(mailbox))
                if case .failure(let error) = answer, error.code == JetStreamError.full { continue }
                result = Self.result(device, answer)
                break
            }
        } catch {
            result.outcome = .failed(SafeText.escaped("\(error)"))
        }
        result.dropped = dropped
        return result
    }

    private static func result(
        _ device: DeviceName, _ answer: Result<JetStream.Stored, JetStreamError>
    ) -> SendResult {
        switch answer {
        case .success(let stored):
            SendResult(
                device: device,
                outcome: stored.isDuplicate
                    ? .duplicate(stored.sequence) : .stored(stored.sequence))
        case .failure(.nobody): SendResult(device: device, outcome: .unknown)
        case .failure(let error):
            SendResult(device: device, outcome: .failed(SafeText.escaped("\(error)")))
        }
    }
}
