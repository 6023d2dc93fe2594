package import WirelessCodec

/// The way to the kernel: requests go in, messages come out. Nothing here knows what they mean, so
/// that recorded messages can stand in for a kernel.
package protocol WirelessTransport {
    /// The number under which nl80211 takes requests; nil when the kernel has no nl80211.
    func wirelessFamily() throws(NetlinkError) -> UInt16?

    /// All messages of the answer to `request`.
    func ask(_ request: NetlinkRequest) throws(NetlinkError) -> [NetlinkMessage]

    /// Forgets all connections: after an error, answers to old requests may still be under way.
    func reset()
}
