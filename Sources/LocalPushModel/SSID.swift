/// A service set identifier: the name of a Wi-Fi network, 1 to 32 arbitrary octets.
///
/// An SSID is bytes, not text (IEEE 802.11-2020, 9.4.2.2): two are equal when their octets are, and
/// nothing is ever trimmed, split or case-folded. It says where a device is, never who runs the
/// network: anyone can transmit any SSID.
package struct SSID: Hashable, Sendable {
    /// The lengths, in octets, that an SSID can have. The empty "wildcard" SSID names no network.
    package static let lengths = 1...32

    /// The octets, 1 to 32 of them.
    package let bytes: [UInt8]

    /// Returns nil unless there are 1 to 32 octets.
    package init?(bytes: some Sequence<UInt8>) {
        let octets = [UInt8](bytes)
        guard Self.lengths.contains(octets.count) else { return nil }
        self.bytes = octets
    }

    /// The SSID whose octets are the UTF-8 encoding of `text`; nil unless those are 1 to 32 octets.
    package init?(text: String) {
        self.init(bytes: text.utf8)
    }

    /// The SSID whose octets are written as pairs of hexadecimal digits in either case, without
    /// separators; nil when `hex` is anything else, or not 1 to 32 octets.
    package init?(hex: String) {
        guard let octets = Hexadecimal.bytes(hex) else { return nil }
        self.init(bytes: octets)
    }

    /// The SSID as text when its octets are valid UTF-8, otherwise nil.
    package var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The octets as lower-case hexadecimal digits, two for each octet.
    package var hex: String { Hexadecimal.text(bytes) }
}

extension SSID: CustomStringConvertible {
    /// The SSID in double quotes, escaped for people; see ``SafeText``.
    package var description: String { SafeText.quoted(bytes) }
}
