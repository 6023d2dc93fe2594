import CSystemd
import LinuxSystem

/// A call of a method of ours, to be answered once.
package final class BusCall {
    /// What was called, by whom and with what.
    package let message: BusMessage
    private weak var connection: BusConnection?

    init(_ message: BusMessage, over connection: BusConnection?) {
        self.message = message
        self.connection = connection
    }

    /// The call's arguments, of the types that the method was declared with.
    package var arguments: [BusValue] { (try? message.values()) ?? [] }

    /// Answers the call, with values of the types that the method was declared with. Whoever called
    /// may be gone, or the connection: that is no error.
    package func reply(_ values: BusValue...) {
        do throws(SystemError) {
            let reply = try OutgoingMessage {
                unsafe sd_bus_message_new_method_return(message.pointer, $0)
            }
            try reply.append(values)
            send(reply)
        } catch {
            fail(BusError(BusError.failed, "the answer cannot be sent: \(error.reason)"))
        }
    }

    /// Answers the call with an error.
    package func fail(_ error: BusError) {
        let reply = try? OutgoingMessage {
            unsafe csystemd_new_method_error(message.pointer, $0, error.name, error.message)
        }
        if let reply { send(reply) }
    }

    private func send(_ reply: borrowing OutgoingMessage) {
        guard let connection else { return }
        _ = unsafe sd_bus_send(connection.pointer, reply.pointer, nil)
        connection.sent()
    }
}
