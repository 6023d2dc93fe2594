import CNetlink
import Testing
import WirelessCodec

/// The codec's numbers, compared with the kernel's headers.
struct HeaderTests {
    @Test func `commands are those of nl80211`() {
        #expect(UInt32(NL80211.Command.getInterface) == NL80211_CMD_GET_INTERFACE.rawValue)
        #expect(UInt32(NL80211.Command.newInterface) == NL80211_CMD_NEW_INTERFACE.rawValue)
        #expect(UInt32(NL80211.Command.getStation) == NL80211_CMD_GET_STATION.rawValue)
        #expect(UInt32(NL80211.Command.newStation) == NL80211_CMD_NEW_STATION.rawValue)
        #expect(UInt32(NL80211.Command.getScan) == NL80211_CMD_GET_SCAN.rawValue)
        #expect(UInt32(NL80211.Command.newScanResults) == NL80211_CMD_NEW_SCAN_RESULTS.rawValue)
    }

    @Test func `attributes are those of nl80211`() {
        typealias Attribute = NL80211.Attribute
        #expect(UInt32(Attribute.radio) == NL80211_ATTR_WIPHY.rawValue)
        #expect(UInt32(Attribute.interfaceIndex) == NL80211_ATTR_IFINDEX.rawValue)
        #expect(UInt32(Attribute.interfaceName) == NL80211_ATTR_IFNAME.rawValue)
        #expect(UInt32(Attribute.interfaceType) == NL80211_ATTR_IFTYPE.rawValue)
        #expect(UInt32(Attribute.address) == NL80211_ATTR_MAC.rawValue)
        #expect(UInt32(Attribute.stationInformation) == NL80211_ATTR_STA_INFO.rawValue)
        #expect(UInt32(Attribute.generation) == NL80211_ATTR_GENERATION.rawValue)
        #expect(UInt32(Attribute.basicServiceSet) == NL80211_ATTR_BSS.rawValue)
        #expect(UInt32(Attribute.ssid) == NL80211_ATTR_SSID.rawValue)
    }

    @Test func `scan entries are those of nl80211`() {
        typealias Entry = NL80211.BasicServiceSet
        #expect(UInt32(Entry.address) == NL80211_BSS_BSSID.rawValue)
        #expect(UInt32(Entry.capability) == NL80211_BSS_CAPABILITY.rawValue)
        #expect(
            UInt32(Entry.informationElements) == NL80211_BSS_INFORMATION_ELEMENTS.rawValue)
        #expect(UInt32(Entry.status) == NL80211_BSS_STATUS.rawValue)
        #expect(UInt32(Entry.multiLinkAddress) == NL80211_BSS_MLD_ADDR.rawValue)
        typealias Status = NL80211.BasicServiceSetStatus
        #expect(Status.authenticated == NL80211_BSS_STATUS_AUTHENTICATED.rawValue)
        #expect(Status.associated == NL80211_BSS_STATUS_ASSOCIATED.rawValue)
    }

    @Test func `stations, types and groups are those of nl80211`() {
        #expect(NL80211.stationInterface == NL80211_IFTYPE_STATION.rawValue)
        #expect(UInt32(NL80211.stationFlags) == NL80211_STA_INFO_STA_FLAGS.rawValue)
        #expect(
            NL80211.StationFlag.authorized == 1 << NL80211_STA_FLAG_AUTHORIZED.rawValue)
        #expect(NL80211.familyName == NL80211_GENL_NAME)
        #expect(NL80211.Group.configuration == NL80211_MULTICAST_GROUP_CONFIG)
        #expect(NL80211.Group.management == NL80211_MULTICAST_GROUP_MLME)
    }

    @Test func `links are those of rtnetlink`() {
        #expect(Int(RouteNetlink.newLink) == RTM_NEWLINK)
        #expect(Int(RouteNetlink.getLink) == RTM_GETLINK)
        #expect(Int32(RouteNetlink.skipStatistics) == RTEXT_FILTER_SKIP_STATS)
        #expect(RouteNetlink.linkGroup == RTNLGRP_LINK.rawValue)
        #expect(Int(RouteNetlink.Attribute.operationalState) == IFLA_OPERSTATE)
        #expect(Int(RouteNetlink.Attribute.extendedMask) == IFLA_EXT_MASK)
        #expect(Int(RouteNetlink.Attribute.carrier) == IFLA_CARRIER)
    }
}
