import CSystemd
import LinuxSystem

/// Adds values to the end of a message, which somebody else owns.
@safe struct MessageWriter {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }

    /// Adds `values`. Throws EINVAL for a value that no message can have.
    func append(_ values: [BusValue]) throws(SystemError) {
        for value in values { try append(value) }
    }

    private func append(_ value: BusValue) throws(SystemError) {
        switch value {
        case .bool(let flag): try basic("b", Int32(flag ? 1 : 0))
        case .byte(let number): try basic("y", number)
        case .int32(let number): try basic("i", number)
        case .uint32(let number): try basic("u", number)
        case .int64(let number): try basic("x", number)
        case .uint64(let number): try basic("t", number)
        case .descriptor(let number): try basic("h", number)
        case .string(let text): try string("s", Self.transmissible(text))
        case .objectPath(let path): try string("o", path)
        case .bytes(let bytes): try array(bytes)
        case .array(let elements, let element): try container("a", element, elements)
        case .entry(let key, let value):
            try container("e", key.signature + value.signature, [key, value])
        case .structure(let values):
            try container("r", values.map(\.signature).joined(), values)
        case .variant(let value): try container("v", value.signature, [value])
        }
    }

    private func basic<Number: BitwiseCopyable>(
        _ type: Unicode.Scalar, _ number: Number
    ) throws(SystemError) {
        let result = unsafe withUnsafePointer(to: number) {
            unsafe sd_bus_message_append_basic(pointer, Self.code(type), $0)
        }
        try check(result, "make a message")
    }

    private func string(_ type: Unicode.Scalar, _ text: String) throws(SystemError) {
        try check(
            unsafe sd_bus_message_append_basic(pointer, Self.code(type), text), "make a message")
    }

    private func array(_ bytes: [UInt8]) throws(SystemError) {
        try check(
            unsafe sd_bus_message_append_array(pointer, Self.code("y"), bytes, bytes.count),
            "make a message")
    }

    private func container(
        _ type: Unicode.Scalar, _ contents: String, _ values: [BusValue]
    ) throws(SystemError) {
        try check(
            unsafe sd_bus_message_open_container(pointer, Self.code(type), contents),
            "make a message")
        try append(values)
        try check(unsafe sd_bus_message_close_container(pointer), "make a message")
    }

    private static func code(_ type: Unicode.Scalar) -> CChar {
        CChar(truncatingIfNeeded: type.value)
    }

    /// `text` as every peer can read it. A peer that uses sd-bus drops its connection over a
    /// noncharacter (utf8_is_valid in systemd), and an SSID can be one.
    private static func transmissible(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: \.isUntransmissible) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            result.unicodeScalars.append(scalar.isUntransmissible ? "\u{FFFD}" : scalar)
        }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar cannot be part of a text on a bus: U+0000 and the 66 noncharacters.
    package var isUntransmissible: Bool {
        value == 0 || (0xFDD0...0xFDEF).contains(value) || value & 0xFFFE == 0xFFFE
    }
}
