package import LocalPushModel

/// The networks that a scan table names, whether or not the device has to do with them.
package enum ScanResult {
    /// The SSID of an entry; nil for another message, and for an SSID that is hidden.
    package static func ssid(of message: NetlinkMessage) -> SSID? {
        guard message.payload.first == NL80211.Command.newScanResults else { return nil }
        for attribute in message.attributes(after: NL80211.headerSize)
        where attribute.type == NL80211.Attribute.basicServiceSet {
            for part in attribute.nested
            where part.type == NL80211.BasicServiceSet.informationElements {
                return InformationElements(part.payload).ssid
            }
        }
        return nil
    }
}
