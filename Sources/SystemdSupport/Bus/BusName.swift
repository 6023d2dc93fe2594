import CSystemd
import LinuxSystem

/// A name that this program goes by on a bus.
@safe final class BusName {
    private let name: String
    private let refused: (BusError) -> Void

    /// - Parameter refused: Called when the bus does not let us have the name, and why.
    init(_ name: String, refused: @escaping (BusError) -> Void) {
        self.name = name
        self.refused = refused
    }

    /// Asks for the name. Where somebody else has it, it is ours as soon as they give it up.
    func request(over connection: BusConnection) throws(SystemError) {
        try connection.add("ask for the name", name) { slot in
            unsafe sd_bus_request_name_async(
                connection.pointer, slot, name, UInt64(SD_BUS_NAME_QUEUE),
                { message, data, _ in
                    guard let message = unsafe message, let data = unsafe data else { return 0 }
                    let name = unsafe Unmanaged<BusName>.fromOpaque(data).takeUnretainedValue()
                    if let error = unsafe BusMessage(sharing: message).error { name.refused(error) }
                    return 1
                }, Unmanaged.passUnretained(self).toOpaque())
        }
    }
}
