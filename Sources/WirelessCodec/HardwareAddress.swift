import LocalPushModel

/// The six octets that name a radio interface on the air.
package struct HardwareAddress: Hashable, Sendable, CustomStringConvertible {
    /// The octets, six of them.
    package let bytes: [UInt8]

    /// Nil unless there are six octets.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 6 else { return nil }
        self.bytes = [UInt8](bytes)
    }

    /// Six pairs of lower-case digits with colons between, `02:00:00:00:00:00`.
    package var description: String {
        bytes.map { Hexadecimal.text(CollectionOfOne($0)) }.joined(separator: ":")
    }
}
