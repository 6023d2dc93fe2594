/// The part of `linux/rtnetlink.h`, `linux/if_link.h` and `linux/if.h` that is used here. A test
/// compares each number with the headers.
package enum RouteNetlink {
    /// `RTM_NEWLINK`.
    package static let newLink: UInt16 = 16
    /// `RTM_GETLINK`.
    package static let getLink: UInt16 = 18
    /// `RTEXT_FILTER_SKIP_STATS`.
    package static let skipStatistics: UInt32 = 8
    /// `RTNLGRP_LINK`, the multicast group that tells of every change of a link.
    package static let linkGroup: UInt32 = 1
    /// `IF_OPER_UP`: data may pass (RFC 2863).
    package static let operationallyUp: UInt8 = 6

    /// `IFLA_…` attributes.
    package enum Attribute {
        package static let operationalState: UInt16 = 16
        package static let extendedMask: UInt16 = 29
        package static let carrier: UInt16 = 33
    }
}
