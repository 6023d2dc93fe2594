/// What the network stack says about one interface (`RTM_NEWLINK`).
package struct Link: Hashable, Sendable {
    /// The size of `struct ifinfomsg`, which comes before the attributes.
    private static let headerSize = 16

    /// The kernel's index of the interface.
    package let interfaceIndex: UInt32
    /// Whether data may pass: operationally up, with a carrier. The state alone is not enough, since
    /// it stays up for a while after a supplicant exits.
    package let isUp: Bool

    /// Decodes the message; nil when it is another.
    package init?(_ message: NetlinkMessage) {
        guard message.type == RouteNetlink.newLink,
            let index = message.payload.dropFirst(4).netlinkUInt32
        else { return nil }
        var state: UInt8?
        var carrier: UInt8?
        for attribute in message.attributes(after: Self.headerSize) {
            switch attribute.type {
            case RouteNetlink.Attribute.operationalState: state = attribute.payload.netlinkUInt8
            case RouteNetlink.Attribute.carrier: carrier = attribute.payload.netlinkUInt8
            default: break
            }
        }
        interfaceIndex = index
        isUp = state == RouteNetlink.operationallyUp && carrier == 1
    }
}
