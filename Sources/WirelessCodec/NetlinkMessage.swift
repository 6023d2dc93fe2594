/// One message from the kernel: its type, and what follows its header (`struct nlmsghdr` in
/// `linux/netlink.h`).
package struct NetlinkMessage: Hashable, Sendable {
    private static let headerSize = 16

    /// The generic netlink family, or the kind of rtnetlink message.
    package let type: UInt16
    /// Everything after the header.
    package let payload: ArraySlice<UInt8>

    /// Takes a whole message, header included; nil when it is shorter than its header says.
    package init?(_ bytes: [UInt8]) {
        guard let length = bytes[...].netlinkUInt32.map(Int.init),
            let type = bytes[...].dropFirst(4).netlinkUInt16,
            length >= Self.headerSize, length <= bytes.count
        else { return nil }
        self.type = type
        payload = bytes[Self.headerSize..<length]
    }

    /// The attributes of a message of which `size` bytes of fixed fields come first.
    func attributes(after size: Int) -> NetlinkAttributes {
        NetlinkAttributes(payload.dropFirst(size))
    }
}
