import CSystemd
import LinuxSystem

/// What this program says on a bus. Without a connection, signals go nowhere and calls fail.
extension Bus {
    /// Whom to call, and what.
    package struct Target: Hashable, Sendable {
        /// The name of who is called: unique, or well-known.
        package var service: String
        package var path: String
        package var interface: String
        package var method: String

        package init(_ service: String, _ path: String, _ interface: String, _ method: String) {
            self.service = service
            self.path = path
            self.interface = interface
            self.method = method
        }
    }

    /// The bus itself.
    package static let itself = "org.freedesktop.DBus"

    /// Calls a method. `answer` is called once, now or from the loop.
    ///
    /// - Parameters:
    ///   - mayStart: Whether a service that does not run may be started for it.
    ///   - allowsInteraction: Whether a person may be asked for a password meanwhile.
    ///   - patience: No answer within this time is an error.
    package func call(
        _ target: Target, _ arguments: [BusValue] = [], mayStart: Bool = true,
        allowsInteraction: Bool = false, patience: Duration = .seconds(25),
        answer: @escaping (Result<BusMessage, BusError>) -> Void
    ) {
        guard let connection else {
            let error = BusError(BusError.disconnected, "there is no connection to the bus")
            return answer(.failure(error))
        }
        do throws(SystemError) {
            let message = try OutgoingMessage {
                unsafe sd_bus_message_new_method_call(
                    connection.pointer, $0, target.service, target.path, target.interface,
                    target.method)
            }
            try message.append(arguments)
            try check(
                unsafe sd_bus_message_set_auto_start(message.pointer, mayStart ? 1 : 0),
                "call over the bus")
            try check(
                unsafe sd_bus_message_set_allow_interactive_authorization(
                    message.pointer, allowsInteraction ? 1 : 0), "call over the bus")
            try connection.call(message, patience: patience, answer: answer)
        } catch {
            answer(.failure(BusError(BusError.failed, error.description)))
        }
    }

    /// Sends a signal to all who listen or, where `receiver` is a name on the bus, to that one alone.
    package func emit(
        _ signal: String, of interface: String, at path: String, _ values: [BusValue],
        to receiver: String? = nil
    ) {
        send { connection throws(SystemError) in
            let message = try OutgoingMessage {
                unsafe sd_bus_message_new_signal(
                    connection.pointer, $0, path, interface, signal)
            }
            try message.append(values)
            return unsafe sd_bus_send_to(connection.pointer, message.pointer, receiver, nil)
        }
    }

    /// Tells the present values of `properties` to all who listen.
    package func emitChanges(of properties: [String], at path: String, interface: String) {
        guard !properties.isEmpty else { return }
        send { connection in
            let texts = CStringPool()
            var names = unsafe texts.copies(properties)
            return unsafe sd_bus_emit_properties_changed_strv(
                connection.pointer, path, interface, &names)
        }
    }

    /// Tells that there is an object at `path`, below an object manager.
    package func emitAppearance(at path: String) {
        send { connection in unsafe sd_bus_emit_object_added(connection.pointer, path) }
    }

    /// Tells that there is no object at `path` any more, which had this interface.
    package func emitDisappearance(at path: String, interface: String) {
        // With those that sd-bus gives to every object and tells of when it appears.
        let all = ["Introspectable", "Peer", "Properties"].map { "org.freedesktop.DBus.\($0)" }
        send { connection in
            let texts = CStringPool()
            var names = unsafe texts.copies(all + [interface])
            return unsafe sd_bus_emit_interfaces_removed_strv(connection.pointer, path, &names)
        }
    }

    /// A signal that cannot be sent is lost, as it is for those who do not listen.
    private func send(_ send: (BusConnection) throws(SystemError) -> Int32) {
        guard let connection, connection.isReady else { return }
        connection.isTelling = true
        _ = try? send(connection)
        connection.isTelling = false
        connection.sent()
    }
}
