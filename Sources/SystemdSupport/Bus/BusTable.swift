import CSystemd

/// An interface as sd-bus reads it: an array of entries and the texts that they point to.
@safe final class BusTable {
    /// The entries; they live as long as this object.
    let entries: UnsafeMutablePointer<sd_bus_vtable>
    private let texts = CStringPool()

    /// Every call and every reading of a property ends up in the same two functions.
    init(
        _ interface: BusInterface, call: sd_bus_message_handler_t, property: sd_bus_property_get_t
    ) {
        let (methods, signals) = (interface.methods, interface.signals)
        let count = methods.count + interface.properties.count + signals.count + 2
        unsafe entries = .allocate(capacity: count)
        unsafe entries.initialize(repeating: sd_bus_vtable(), count: count)
        var next = unsafe entries
        unsafe csystemd_vtable_start(next)
        for method in methods {
            unsafe next += 1
            unsafe csystemd_vtable_method(
                next, text(method.name), text(method.arguments.signature),
                text(method.results.signature), names(method.arguments + method.results), call)
        }
        for item in interface.properties {
            unsafe next += 1
            unsafe csystemd_vtable_property(
                next, text(item.name), text(item.signature), property, item.isConstant ? 1 : 0)
        }
        for signal in signals {
            unsafe next += 1
            unsafe csystemd_vtable_signal(
                next, text(signal.name), text(signal.parameters.signature),
                names(signal.parameters))
        }
        unsafe csystemd_vtable_end(next + 1)
    }

    deinit { unsafe entries.deallocate() }

    private func names(_ parameters: [BusInterface.Parameter]) -> UnsafePointer<CChar>? {
        unsafe text(parameters.map { $0.name + "\0" }.joined())
    }

    private func text(_ text: String) -> UnsafePointer<CChar>? {
        unsafe UnsafePointer(texts.copy(text))
    }
}
