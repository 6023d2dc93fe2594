/// A value as it travels over a bus, of the types that are needed here; see the D-Bus Specification,
/// "Type System".
package indirect enum BusValue: Hashable, Sendable {
    /// `b`
    case bool(Bool)
    /// `y`
    case byte(UInt8)
    /// `i`
    case int32(Int32)
    /// `u`
    case uint32(UInt32)
    /// `x`
    case int64(Int64)
    /// `t`
    case uint64(UInt64)
    /// `s`. U+0000 and noncharacters, which sd-bus refuses, arrive as U+FFFD.
    case string(String)
    /// `o`: a path that is valid, as ``BusPath`` makes them.
    case objectPath(String)
    /// `h`: a descriptor. One that is sent is duplicated; one that was received lives as long as its
    /// ``BusMessage``.
    case descriptor(Int32)
    /// `ay`
    case bytes([UInt8])
    /// `a` and the signature of an element.
    case array([BusValue], of: String)
    /// The element of an array that is a dictionary.
    case entry(BusValue, BusValue)
    /// Values in parentheses, one or more.
    case structure([BusValue])
    /// `v`
    case variant(BusValue)

    /// `a{sv}`
    package static func dictionary(_ values: [(String, BusValue)]) -> BusValue {
        .array(values.map { .entry(.string($0), .variant($1)) }, of: "{sv}")
    }

    /// `as`
    package static func strings(_ texts: [String]) -> BusValue {
        .array(texts.map { .string($0) }, of: "s")
    }

    /// The signature of the value's type.
    package var signature: String {
        switch self {
        case .bool: "b"
        case .byte: "y"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .string: "s"
        case .objectPath: "o"
        case .descriptor: "h"
        case .bytes: "ay"
        case .array(_, let element): "a" + element
        case .entry(let key, let value): "{" + key.signature + value.signature + "}"
        case .structure(let values): "(" + values.map(\.signature).joined() + ")"
        case .variant: "v"
        }
    }
}

extension BusValue {
    /// The text of a string or an object path; nil for other types.
    package var text: String? {
        switch self {
        case .string(let text), .objectPath(let text): text
        default: nil
        }
    }

    /// The truth value; nil for other types.
    package var flag: Bool? {
        guard case .bool(let flag) = self else { return nil }
        return flag
    }

    /// The elements of an array; none of other types.
    package var elements: [BusValue] {
        guard case .array(let elements, _) = self else { return [] }
        return elements
    }

    /// The number; nil for other types than `u`.
    package var number: UInt32? {
        guard case .uint32(let number) = self else { return nil }
        return number
    }
}
