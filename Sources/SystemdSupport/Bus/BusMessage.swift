import CSystemd
import Glibc
package import LinuxSystem

/// A message that came over a bus. What it says is its sender's word: the bus vouches for
/// ``sender`` alone.
@safe package final class BusMessage {
    let pointer: OpaquePointer

    /// Shares a message with its present owner.
    init(sharing pointer: OpaquePointer) {
        unsafe self.pointer = unsafe pointer
        unsafe sd_bus_message_ref(pointer)
    }

    deinit { unsafe sd_bus_message_unref(pointer) }

    /// The unique name of the connection that sent it, as `:1.42`, which no other will ever have; or
    /// `org.freedesktop.DBus` for the bus itself.
    package var sender: String { unsafe text(sd_bus_message_get_sender(pointer)) }
    /// The path of the object that it goes to or comes from.
    package var path: String { unsafe text(sd_bus_message_get_path(pointer)) }
    /// The name of the method or signal.
    package var member: String { unsafe text(sd_bus_message_get_member(pointer)) }
    /// The types of its values.
    package var signature: String { unsafe text(sd_bus_message_get_signature(pointer, 1)) }
    /// Whether its sender waits while a person is asked for a password.
    package var allowsInteraction: Bool {
        unsafe sd_bus_message_get_allow_interactive_authorization(pointer) > 0
    }

    /// The error that the message is; nil for any other.
    var error: BusError? {
        guard let error = unsafe sd_bus_message_get_error(pointer) else { return nil }
        let (name, message) = unsafe (error.pointee.name, error.pointee.message)
        return unsafe BusError(text(name), text(message))
    }

    private func text(_ pointer: UnsafePointer<CChar>?) -> String {
        unsafe pointer.map { unsafe String(cString: $0) } ?? ""
    }
}

// MARK: Reading

extension BusMessage {
    /// Everything that the message says. Throws EBADMSG when its bytes are not what its signature says,
    /// and ENOTSUP for types that ``BusValue`` does not have.
    package func values() throws(SystemError) -> [BusValue] {
        try check(unsafe sd_bus_message_rewind(pointer, 1), "read a message")
        return try readAll()
    }

    /// The descriptor that is the message's first value, as one of our own. Throws EBADMSG when there
    /// is none.
    package func descriptor() throws(SystemError) -> FileDescriptor {
        guard case .descriptor(let raw)? = try values().first else {
            throw SystemError("read a message", errno: EBADMSG)
        }
        return try FileDescriptor(duplicating: raw)
    }

    private func readAll() throws(SystemError) -> [BusValue] {
        var values: [BusValue] = []
        while let value = try readNext() { values.append(value) }
        return values
    }

    /// The next value; nil at the end of the message or of the container entered last.
    private func readNext() throws(SystemError) -> BusValue? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        let found = unsafe sd_bus_message_peek_type(pointer, &type, &contents)
        guard try check(found, "read a message") > 0 else { return nil }
        let inside = unsafe text(contents)
        switch Character(Unicode.Scalar(UInt8(bitPattern: type))) {
        case "b": return .bool(try basic(type, Int32(0)) != 0)
        case "y": return .byte(try basic(type, 0))
        case "i": return .int32(try basic(type, 0))
        case "u": return .uint32(try basic(type, 0))
        case "x": return .int64(try basic(type, 0))
        case "t": return .uint64(try basic(type, 0))
        case "h": return .descriptor(try basic(type, 0))
        case "s": return .string(try readText(type))
        case "o": return .objectPath(try readText(type))
        case "a" where inside == "y": return .bytes(try readBytes())
        case "a": return .array(try readContainer(type, inside), of: inside)
        case "r": return .structure(try readContainer(type, inside))
        case "v": return try readContainer(type, inside).first.map { .variant($0) }
        case "e":
            let pair = try readContainer(type, inside)
            guard pair.count == 2 else { throw SystemError("read a message", errno: EBADMSG) }
            return .entry(pair[0], pair[1])
        default: throw SystemError("read a message", errno: ENOTSUP)
        }
    }

    private func readContainer(
        _ type: CChar, _ contents: String
    ) throws(SystemError) -> [BusValue] {
        try check(
            unsafe sd_bus_message_enter_container(pointer, type, contents), "read a message")
        let values = try readAll()
        try check(unsafe sd_bus_message_exit_container(pointer), "read a message")
        return values
    }

    private func basic<Number: BitwiseCopyable>(_ type: CChar, _ zero: Number) throws(SystemError)
        -> Number
    {
        var number = zero
        try check(unsafe sd_bus_message_read_basic(pointer, type, &number), "read a message")
        return number
    }

    private func readText(_ type: CChar) throws(SystemError) -> String {
        var value: UnsafePointer<CChar>?
        try check(unsafe sd_bus_message_read_basic(pointer, type, &value), "read a message")
        return unsafe text(value)
    }

    private func readBytes() throws(SystemError) -> [UInt8] {
        var start: UnsafeRawPointer?
        var count = 0
        let type = CChar(UInt8(ascii: "y"))
        try check(unsafe sd_bus_message_read_array(pointer, type, &start, &count), "read a message")
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}
