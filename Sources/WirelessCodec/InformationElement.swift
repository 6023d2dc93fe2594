package import LocalPushModel

/// One information element of a beacon or probe response: an identifier and up to 255 bytes
/// (IEEE 802.11-2020, 9.4.2.1).
package struct InformationElement: Hashable, Sendable {
    /// The SSID element (9.4.2.2).
    package static let ssid: UInt8 = 0
    /// The RSN element (9.4.2.24): WPA2 and WPA3.
    package static let rsn: UInt8 = 48
    /// A vendor's element (9.4.2.25).
    package static let vendor: UInt8 = 221
    /// How the vendor element of the first WPA starts: Microsoft's identifier and type 1.
    package static let firstWPA: [UInt8] = [0x00, 0x50, 0xf2, 0x01]

    /// What the element is.
    package let identifier: UInt8
    /// What it holds, without the two bytes of header.
    package let body: ArraySlice<UInt8>

    /// Whether the element announces encryption.
    package var announcesEncryption: Bool {
        identifier == Self.rsn
            || identifier == Self.vendor && body.starts(with: Self.firstWPA)
    }
}

/// The information elements in a run of bytes, in order. These bytes come from the air: anyone can
/// send any.
///
/// The walk ends at the end of the bytes, or before the first element that is cut short.
package struct InformationElements: Sequence, IteratorProtocol, Sendable {
    private var rest: ArraySlice<UInt8>

    package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// The next element, nil at the end.
    package mutating func next() -> InformationElement? {
        guard let identifier = rest.first, let length = rest.dropFirst().first,
            rest.count >= 2 + Int(length)
        else { return nil }
        let body = rest.dropFirst(2).prefix(Int(length))
        rest = rest.dropFirst(2 + Int(length))
        return InformationElement(identifier: identifier, body: body)
    }
}

extension InformationElements {
    /// What the first SSID element says; nil when there is none, when its length is impossible, and
    /// when it is blank: empty or all zero, as hidden access points send it.
    package var ssid: SSID? {
        guard let element = first(where: { $0.identifier == InformationElement.ssid }),
            element.body.contains(where: { $0 != 0 })
        else { return nil }
        return SSID(bytes: element.body)
    }
}
