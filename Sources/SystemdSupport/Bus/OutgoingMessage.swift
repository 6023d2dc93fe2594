import CSystemd
import Glibc
import LinuxSystem

/// A message that is being made, to be sent over a bus.
@safe struct OutgoingMessage: ~Copyable {
    let pointer: OpaquePointer

    /// Makes a message by a call of the kind of sd_bus_message_new_signal(3).
    @safe init(_ make: (UnsafeMutablePointer<OpaquePointer?>) -> Int32) throws(SystemError) {
        var message: OpaquePointer?
        try check(unsafe make(&message), "make a message")
        guard let message = unsafe message else {
            throw SystemError("make a message", errno: ENOMEM)
        }
        unsafe pointer = message
    }

    deinit { unsafe sd_bus_message_unref(pointer) }

    /// Adds `values` to the end.
    borrowing func append(_ values: [BusValue]) throws(SystemError) {
        try unsafe MessageWriter(pointer).append(values)
    }
}
