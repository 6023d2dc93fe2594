import CNATS

/// A subject that is listened to, until the object goes. It must not outlive its connection's object.
@safe final class Subscription {
    private let pointer: OpaquePointer
    /// The message that was handed out last. libnats wakes a thread of its own for each message that is
    /// destroyed: that can wait until somebody has acted on it.
    private var spent: OpaquePointer?

    /// - Parameter connection: libnats's connection, which has to stand.
    @unsafe init(_ subject: String, on connection: OpaquePointer) throws(NATSError) {
        var made: OpaquePointer?
        let status = unsafe natsConnection_SubscribeSync(&made, connection, subject)
        guard status == NATS_OK, let made = unsafe made else {
            throw NATSError("subscribe to \(subject)", status)
        }
        unsafe pointer = made
    }

    deinit {
        destroySpent()
        unsafe natsSubscription_Destroy(pointer)
    }

    /// The next message that was received; nil when there is none.
    func next() -> NATSMessage? { try? received()?.get() }

    /// What a request at `subject` was answered with; nil when it was not yet.
    func answer(to subject: String) -> Result<NATSMessage, NATSError>? {
        received()?.mapError { _ in .noResponders(subject) }
    }

    /// The next message, or word that nobody listens, which libnats tells for its subscription only.
    private func received() -> Result<NATSMessage, NATSError>? {
        var message: OpaquePointer?
        let status = unsafe natsSubscription_NextMsg(&message, pointer, 0)
        destroySpent()
        switch status {
        case NATS_OK:
            guard let message = unsafe message else { return nil }
            unsafe spent = message
            return .success(unsafe NATSMessage(copying: message))
        case NATS_NO_RESPONDERS: return .failure(.noResponders(""))
        default: return nil
        }
    }

    private func destroySpent() {
        unsafe natsMsg_Destroy(spent)
        unsafe spent = nil
    }
}
