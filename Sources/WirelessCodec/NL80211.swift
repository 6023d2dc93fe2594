/// The part of `linux/nl80211.h` that is used here. The numbers are kernel interface: they never
/// change. A test compares each with the header.
package enum NL80211 {
    /// The name under which generic netlink knows the family.
    package static let familyName = "nl80211"

    /// The size of `struct genlmsghdr` (`linux/genetlink.h`), which comes before the attributes.
    static let headerSize = 4

    /// `enum nl80211_commands`.
    package enum Command {
        package static let getInterface: UInt8 = 5
        package static let newInterface: UInt8 = 7
        package static let getStation: UInt8 = 17
        package static let newStation: UInt8 = 19
        package static let getScan: UInt8 = 32
        package static let newScanResults: UInt8 = 34
    }

    /// `enum nl80211_attrs`.
    package enum Attribute {
        package static let radio: UInt16 = 1
        package static let interfaceIndex: UInt16 = 3
        package static let interfaceName: UInt16 = 4
        package static let interfaceType: UInt16 = 5
        package static let address: UInt16 = 6
        package static let stationInformation: UInt16 = 21
        package static let generation: UInt16 = 46
        package static let basicServiceSet: UInt16 = 47
        package static let ssid: UInt16 = 52
    }

    /// `NL80211_IFTYPE_STATION` of `enum nl80211_iftype`.
    package static let stationInterface: UInt32 = 2

    /// `enum nl80211_bss`, nested in `Attribute.basicServiceSet`. `NL80211_BSS_BEACON_IES` is left
    /// out on purpose: a hidden access point's beacon holds a blanked SSID.
    package enum BasicServiceSet {
        package static let address: UInt16 = 1
        package static let capability: UInt16 = 5
        package static let informationElements: UInt16 = 6
        package static let status: UInt16 = 9
        package static let linkID: UInt16 = 21
        package static let multiLinkAddress: UInt16 = 22
    }

    /// `enum nl80211_bss_status`.
    package enum BasicServiceSetStatus {
        package static let authenticated: UInt32 = 0
        package static let associated: UInt32 = 1
    }

    /// `NL80211_STA_INFO_STA_FLAGS` of `enum nl80211_sta_info`, nested in
    /// `Attribute.stationInformation`: a `struct nl80211_sta_flag_update`.
    package static let stationFlags: UInt16 = 17

    /// Bits of `enum nl80211_sta_flags`.
    package enum StationFlag {
        package static let authorized: UInt32 = 1 << 1
    }

    /// Multicast groups (`NL80211_MULTICAST_GROUP_CONFIG` and `_MLME`).
    package enum Group {
        /// Interfaces that come, go and change.
        package static let configuration = "config"
        /// Joining and leaving.
        package static let management = "mlme"
    }
}
