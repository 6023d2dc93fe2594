import CSystemd
import LinuxSystem

/// A signal that this program listens to.
@safe final class BusMatch {
    private let sender: String
    private let path: String
    private let interface: String
    private let member: String
    private let handler: (BusMessage) -> Void

    init(
        sender: String, path: String, interface: String, member: String,
        handler: @escaping (BusMessage) -> Void
    ) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.handler = handler
    }

    /// Listens from when the bus has let us in. Where the bus does not allow it the connection is lost.
    func listen(over connection: BusConnection) throws(SystemError) {
        try connection.add("listen to", member) { slot in
            unsafe sd_bus_match_signal_async(
                connection.pointer, slot, sender, path, interface, member,
                { message, data, _ in
                    guard let message = unsafe message, let data = unsafe data else { return 0 }
                    let match = unsafe Unmanaged<BusMatch>.fromOpaque(data).takeUnretainedValue()
                    match.handler(unsafe BusMessage(sharing: message))
                    return 0
                }, nil, Unmanaged.passUnretained(self).toOpaque())
        }
    }
}
