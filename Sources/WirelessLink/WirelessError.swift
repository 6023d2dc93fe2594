/// Why there is nothing to say about Wi-Fi.
///
/// No interface at all is not an error: it is a look that finds none.
package enum WirelessError: Error, Hashable, Sendable {
    /// The kernel has no nl80211: it was built without Wi-Fi, or no driver is loaded.
    case noWirelessSupport
    /// Something forbids this process to use netlink.
    case notPermitted(NetlinkError)
    /// Anything else that failed; a later look may succeed.
    case failed(NetlinkError)

    init(_ error: NetlinkError) {
        self = error.isLackOfPermission ? .notPermitted(error) : .failed(error)
    }
}

extension WirelessError: CustomStringConvertible {
    /// What is wrong and, where something can be done, what.
    package var description: String {
        switch self {
        case .noWirelessSupport:
            "this system has no Wi-Fi support: the kernel does not know nl80211"
        case .notPermitted(let error):
            "\(error); a sandbox may forbid it: AF_NETLINK sockets must be allowed"
        case .failed(let error):
            error.description
        }
    }
}
