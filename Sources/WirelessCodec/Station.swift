/// What an interface knows about one peer (`NL80211_CMD_NEW_STATION`): for a station interface,
/// about its access point.
package struct Station: Hashable, Sendable {
    /// The interface that knows the peer.
    package let interfaceIndex: UInt32
    /// The peer's address; of a multi-link access point the one address of all its links.
    package let address: HardwareAddress
    /// Whether data may pass: the keys are there. Nil where the driver does not say.
    package let isAuthorized: Bool?

    /// Decodes the message; nil when it is another.
    package init?(_ message: NetlinkMessage) {
        guard message.payload.first == NL80211.Command.newStation else { return nil }
        var index: UInt32?
        var address: HardwareAddress?
        var isAuthorized: Bool?
        for attribute in message.attributes(after: NL80211.headerSize) {
            switch attribute.type {
            case NL80211.Attribute.interfaceIndex: index = attribute.payload.netlinkUInt32
            case NL80211.Attribute.address: address = HardwareAddress(attribute.payload)
            case NL80211.Attribute.stationInformation:
                isAuthorized = Self.isAuthorized(attribute.nested)
            default: break
            }
        }
        guard let index, let address else { return nil }
        interfaceIndex = index
        self.address = address
        self.isAuthorized = isAuthorized
    }

    /// The AUTHORIZED flag of a `struct nl80211_sta_flag_update`: the mask of the flags that the
    /// driver tells, then their values.
    private static func isAuthorized(_ information: NetlinkAttributes) -> Bool? {
        guard let flags = information.first(where: { $0.type == NL80211.stationFlags })?.payload,
            let mask = flags.netlinkUInt32, let values = flags.dropFirst(4).netlinkUInt32,
            mask & NL80211.StationFlag.authorized != 0
        else { return nil }
        return values & NL80211.StationFlag.authorized != 0
    }
}
