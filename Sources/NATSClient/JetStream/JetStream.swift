package import StrictJSON

/// JetStream's own interface: JSON requests on subjects below `$JS.API`.
///
/// Spoken directly, as libnats would with functions that wait: nothing here does.
package struct JetStream {
    /// What becomes of a call.
    package typealias Completion<Value> = (Result<Value, JetStreamError>) -> Void

    private let connection: NATSConnection

    /// JetStream as the connection's user sees it.
    package init(_ connection: NATSConnection) { self.connection = connection }

    /// Calls `operation`, as `STREAM.INFO.MBX_a`; an operation without anything to say has no `body`.
    package func call(
        _ operation: String, _ body: JSONValue? = nil, patience: Duration = .seconds(5),
        completion: @escaping Completion<JSONValue>
    ) {
        var bytes: [UInt8] = []
        body?.write(into: &bytes, pretty: false)
        ask(
            NATSMessage("$JS.API.\(operation)", body: bytes), patience: patience,
            completion: completion)
    }

    /// Stores a message in the stream that listens at its subject.
    package func publish(
        _ message: NATSMessage, patience: Duration = .seconds(5),
        completion: @escaping Completion<Stored>
    ) {
        ask(message, patience: patience) { answer in
            completion(answer.flatMap { Stored.result(of: $0) })
        }
    }

    /// Where a message was stored.
    package struct Stored: Hashable, Sendable {
        /// The stream's name.
        package let stream: String
        /// The message's number in the stream, from 1.
        package let sequence: Int
        /// Whether it was there already, by its `Nats-Msg-Id`; nothing was stored then.
        package let isDuplicate: Bool

        /// The same, as if it had not been there already.
        package var asFirst: Stored {
            Stored(stream: stream, sequence: sequence, isDuplicate: false)
        }

        static func result(of answer: JSONValue) -> Result<Stored, JetStreamError> {
            guard case .string(let stream)? = answer["stream"],
                case .number(let number)? = answer["seq"], let sequence = number.integer
            else { return .failure(.garbled("neither stored nor refused")) }
            let isDuplicate = answer["duplicate"] == true
            return .success(
                Stored(stream: stream, sequence: sequence, isDuplicate: isDuplicate))
        }
    }

    private func ask(
        _ message: NATSMessage, patience: Duration, completion: @escaping Completion<JSONValue>
    ) {
        connection.request(message, patience: patience) { answer in
            switch answer {
            case .failure(let error) where error == .noResponders(message.subject):
                completion(.failure(.nobody(message.subject)))
            case .failure(let error): completion(.failure(.unanswered(error)))
            case .success(let answer): completion(Self.read(answer))
            }
        }
    }

    private static func read(_ answer: NATSMessage) -> Result<JSONValue, JetStreamError> {
        let value: JSONValue
        do throws(JSONSyntaxError) {
            value = try JSONValue(parsing: answer.body)
        } catch {
            return .failure(.garbled("\(error)"))
        }
        if let error = JetStreamError(in: value) { return .failure(error) }
        return .success(value)
    }
}
