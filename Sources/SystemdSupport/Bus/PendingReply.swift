import CSystemd
import LinuxSystem

/// The answer to a call of ours, until it comes.
@safe final class PendingReply {
    private let answer: (PendingReply, Result<BusMessage, BusError>) -> Void
    private var slot: OpaquePointer?

    /// - Parameter answer: Called once, with what became of the call.
    init(answer: @escaping (PendingReply, Result<BusMessage, BusError>) -> Void) {
        self.answer = answer
    }

    deinit { unsafe sd_bus_slot_unref(slot) }

    /// Sends the call. No answer within `patience` is an error as any other.
    func expect(
        _ message: borrowing OutgoingMessage, on bus: OpaquePointer, patience: Duration
    ) throws(SystemError) {
        let data = unsafe Unmanaged.passUnretained(self).toOpaque()
        try check(
            unsafe sd_bus_call_async(
                bus, &slot, message.pointer,
                { message, data, _ in
                    guard let message = unsafe message, let data = unsafe data else { return 0 }
                    let reply = unsafe Unmanaged<PendingReply>.fromOpaque(data)
                        .takeUnretainedValue()
                    reply.take(unsafe BusMessage(sharing: message))
                    return 1
                }, data, UInt64(patience.nanoseconds / 1000)),
            "call over the bus")
    }

    private func take(_ message: BusMessage) {
        if let error = message.error { fail(error) } else { answer(self, .success(message)) }
    }

    /// Answers the call with an error of our own.
    func fail(_ error: BusError) { answer(self, .failure(error)) }
}
