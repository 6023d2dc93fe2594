package import LocalPushModel

/// One entry of an interface's scan table that is more than a scan result: the kernel is dealing
/// with this access point (`NL80211_CMD_NEW_SCAN_RESULTS` with a status).
///
/// Entries without a status say nothing about the device's own network, whatever SSID they carry,
/// and are not decoded.
package struct BasicServiceSet: Hashable, Sendable {
    /// The interface that the entry belongs to.
    package let interfaceIndex: UInt32
    /// The access point's address on this link.
    package let address: HardwareAddress
    /// The one address of all links of a multi-link access point; nil for any other.
    package let multiLinkAddress: HardwareAddress?
    /// Whether the device is associated; otherwise it has authenticated only.
    package let isAssociated: Bool
    /// The SSID that the access point announced; nil when it was blank or of an impossible length.
    package let ssid: SSID?
    /// Whether the access point announces encryption.
    package let isProtected: Bool

    /// Decodes the message; nil when it is another, or has no status of interest or no address.
    package init?(_ message: NetlinkMessage) {
        guard message.payload.first == NL80211.Command.newScanResults else { return nil }
        var index: UInt32?
        var entry: NetlinkAttributes?
        for attribute in message.attributes(after: NL80211.headerSize) {
            switch attribute.type {
            case NL80211.Attribute.interfaceIndex: index = attribute.payload.netlinkUInt32
            case NL80211.Attribute.basicServiceSet: entry = attribute.nested
            default: break
            }
        }
        guard let index, let entry else { return nil }
        self.init(interfaceIndex: index, entry: entry)
    }

    private init?(interfaceIndex: UInt32, entry: NetlinkAttributes) {
        var status: UInt32?
        var address: HardwareAddress?
        var multiLinkAddress: HardwareAddress?
        var capability: UInt16 = 0
        var elements = InformationElements([])
        for attribute in entry {
            let payload = attribute.payload
            switch attribute.type {
            case NL80211.BasicServiceSet.status: status = payload.netlinkUInt32
            case NL80211.BasicServiceSet.address: address = HardwareAddress(payload)
            case NL80211.BasicServiceSet.multiLinkAddress:
                multiLinkAddress = HardwareAddress(payload)
            case NL80211.BasicServiceSet.capability: capability = payload.netlinkUInt16 ?? 0
            case NL80211.BasicServiceSet.informationElements:
                elements = InformationElements(payload)
            default: break
            }
        }
        guard let status, let address, Self.statuses.contains(status) else { return nil }
        self.interfaceIndex = interfaceIndex
        self.address = address
        self.multiLinkAddress = multiLinkAddress
        isAssociated = status == NL80211.BasicServiceSetStatus.associated
        ssid = elements.ssid
        isProtected =
            capability & Self.privacy != 0 || elements.contains { $0.announcesEncryption }
    }

    /// The privacy bit of the capability field (IEEE 802.11-2020, 9.4.1.4).
    private static let privacy: UInt16 = 1 << 4

    /// Left out is the status of an ad-hoc network, which no station interface is in.
    private static let statuses = [
        NL80211.BasicServiceSetStatus.authenticated, NL80211.BasicServiceSetStatus.associated,
    ]
}
