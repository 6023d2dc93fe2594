package import LocalPushModel

/// What the kernel says about one wireless interface (`NL80211_CMD_NEW_INTERFACE`).
package struct WirelessInterface: Hashable, Sendable {
    /// The kernel's index of the interface.
    package let index: UInt32
    /// The interface's name at that moment.
    package let name: String
    /// The radio (wiphy) that the interface is on.
    package let radio: UInt32
    /// Whether the interface can join networks; the others are access points, monitors and such.
    package let isStation: Bool
    /// The SSID that the kernel is joining or has joined. Only a hint: kernels since 5.19 often do
    /// not say, and an attempt that has got nowhere says so too.
    package let ssid: SSID?
    /// Changes whenever an interface of this radio, or any radio, comes or goes: answers of one list
    /// about one radio that differ in it do not belong together. Nil where the kernel does not say.
    package let generation: UInt32?

    /// Decodes the message; nil when it is another, or about something without an interface index,
    /// as a P2P device is.
    package init?(_ message: NetlinkMessage) {
        guard message.payload.first == NL80211.Command.newInterface else { return nil }
        var index: UInt32?
        var name: String?
        var radio: UInt32?
        var type: UInt32?
        var ssid: SSID?
        var generation: UInt32?
        for attribute in message.attributes(after: NL80211.headerSize) {
            switch attribute.type {
            case NL80211.Attribute.interfaceIndex: index = attribute.payload.netlinkUInt32
            case NL80211.Attribute.interfaceName: name = attribute.text
            case NL80211.Attribute.radio: radio = attribute.payload.netlinkUInt32
            case NL80211.Attribute.interfaceType: type = attribute.payload.netlinkUInt32
            case NL80211.Attribute.ssid: ssid = SSID(bytes: attribute.payload)
            case NL80211.Attribute.generation: generation = attribute.payload.netlinkUInt32
            default: break
            }
        }
        guard let index, let name, let radio else { return nil }
        self.index = index
        self.name = name
        self.radio = radio
        isStation = type == NL80211.stationInterface
        self.ssid = ssid
        self.generation = generation
    }
}
