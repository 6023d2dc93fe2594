/// Integers inside netlink messages, which are in the byte order of the machine (netlink(7)).
///
/// Longer payloads are accepted and their start is read, as the kernel's own policy does; nil when
/// there are too few bytes.
extension ArraySlice<UInt8> {
    /// The first byte.
    package var netlinkUInt8: UInt8? { first }

    /// The first two bytes.
    package var netlinkUInt16: UInt16? { netlinkInteger() }

    /// The first four bytes.
    package var netlinkUInt32: UInt32? { netlinkInteger() }

    private func netlinkInteger<Value: FixedWidthInteger>() -> Value? {
        let size = Value.bitWidth / 8
        guard count >= size else { return nil }
        // As little-endian digits, the last byte is the most significant one.
        let value = prefix(size).reversed().reduce(Value(0)) { $0 << 8 | Value($1) }
        return Value(littleEndian: value)
    }
}

extension [UInt8] {
    /// Appends an integer in the byte order of the machine.
    mutating func appendNetlinkInteger(_ value: some FixedWidthInteger) {
        var rest = value.littleEndian
        for _ in 0..<(value.bitWidth / 8) {
            append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }
}
