/// One attribute of a netlink message: a type, and a payload that is a number, text, bytes or more
/// attributes (`struct nlattr` in `linux/netlink.h`).
package struct NetlinkAttribute: Hashable, Sendable {
    /// The type without its two flag bits, which say "nested" and "network byte order"; nothing read
    /// here needs them.
    package let type: UInt16
    /// The payload, without header and padding.
    package let payload: ArraySlice<UInt8>

    /// The payload as attributes, for a type that nests.
    package var nested: NetlinkAttributes { NetlinkAttributes(payload) }

    /// The payload up to its first NUL, as text; bytes that are not UTF-8 are replaced.
    package var text: String { String(decoding: payload.prefix { $0 != 0 }, as: UTF8.self) }
}

/// The attributes in a run of bytes, in order.
///
/// The walk ends at the end of the bytes, or before the first attribute whose length is impossible:
/// what came before it stands, as in libnl's `nla_for_each_attr`.
package struct NetlinkAttributes: Sequence, IteratorProtocol, Sendable {
    private static let headerSize = 4
    private static let typeMask: UInt16 = 0x3fff
    private var rest: ArraySlice<UInt8>

    package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// The next attribute, nil at the end.
    package mutating func next() -> NetlinkAttribute? {
        guard let length = rest.netlinkUInt16.map(Int.init),
            let type = rest.dropFirst(2).netlinkUInt16,
            length >= Self.headerSize, length <= rest.count
        else { return nil }
        let payload = rest.prefix(length).dropFirst(Self.headerSize)
        rest = rest.dropFirst(Self.aligned(length))
        return NetlinkAttribute(type: type & Self.typeMask, payload: payload)
    }

    /// `length` rounded up to the four bytes at which attributes start.
    static func aligned(_ length: Int) -> Int { (length + 3) & ~3 }
}

extension [UInt8] {
    /// Appends an attribute; the payload must be under 64 KiB.
    mutating func appendNetlinkAttribute(_ type: UInt16, _ payload: [UInt8]) {
        let length = 4 + payload.count
        appendNetlinkInteger(UInt16(length))
        appendNetlinkInteger(type)
        self += payload
        self += repeatElement(0, count: NetlinkAttributes.aligned(length) - length)
    }

    /// Appends an attribute that is a 32-bit number.
    mutating func appendNetlinkAttribute(_ type: UInt16, _ value: UInt32) {
        var payload: [UInt8] = []
        payload.appendNetlinkInteger(value)
        appendNetlinkAttribute(type, payload)
    }
}
