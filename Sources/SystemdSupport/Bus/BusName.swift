import CSystemd
import LinuxSystem

/// A name that this program goes by on a bus.
@safe final class BusName {
    /// Whether the bus did not let us have the name when it was last asked for.
    private(set) var isRefused = false

    private let name: String
    private let changed: (BusError?) -> Void
    /// Where the bus's answer goes.
    private var slot: OpaquePointer?

    /// - Parameter changed: Called with the error when the bus does not let us have the name, and with
    ///   nil when it does after all.
    init(_ name: String, changed: @escaping (BusError?) -> Void) {
        self.name = name
        self.changed = changed
    }

    deinit { unsafe sd_bus_slot_unref(slot) }

    /// Asks for the name. Where somebody else has it, it is ours as soon as they give it up.
    func request(over connection: BusConnection) throws(SystemError) {
        unsafe sd_bus_slot_unref(slot)
        unsafe slot = nil
        let result = unsafe sd_bus_request_name_async(
            connection.pointer, &slot, name, UInt64(SD_BUS_NAME_QUEUE),
            { message, data, _ in
                guard let message = unsafe message, let data = unsafe data else { return 0 }
                let name = unsafe Unmanaged<BusName>.fromOpaque(data).takeUnretainedValue()
                name.answered(unsafe BusMessage(sharing: message).error)
                return 1
            }, Unmanaged.passUnretained(self).toOpaque())
        try check(result, "ask for the name", name)
    }

    private func answered(_ error: BusError?) {
        let wasRefused = isRefused
        isRefused = error != nil
        if isRefused != wasRefused { changed(error) }
    }
}
