import LocalPushModel
import WirelessCodec

/// Any bytes, as messages from the kernel and as elements from the air, are decoded without a trap
/// into values that keep their promises.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    walk(InformationElements(bytes[...]), over: count)
    walk(NetlinkAttributes(bytes[...]), over: count, depth: 0)
    check(snapshot(bytes[...]))
    return 0
}

private func walk(_ elements: InformationElements, over count: Int) {
    let size = elements.reduce(0) { $0 + 2 + $1.body.count }
    precondition(size <= count)
    _ = elements.contains { $0.announcesEncryption }
    if let ssid = elements.ssid { precondition(SSID.lengths.contains(ssid.bytes.count)) }
}

private func walk(_ attributes: NetlinkAttributes, over count: Int, depth: Int) {
    var size = 0
    for attribute in attributes {
        size += 4 + attribute.payload.count
        precondition(attribute.type < 1 << 14)
        _ = attribute.text
        if depth < 8 { walk(attribute.nested, over: attribute.payload.count, depth: depth + 1) }
    }
    precondition(size <= count)
}

/// What the messages in a row of bytes say together.
private func snapshot(_ bytes: ArraySlice<UInt8>) -> WirelessSnapshot {
    var snapshot = WirelessSnapshot()
    var rest = bytes
    while let length = rest.netlinkUInt32.map(Int.init), (16...max(16, rest.count)) ~= length,
        let message = NetlinkMessage([UInt8](rest))
    {
        snapshot.interfaces += [WirelessInterface(message)].compactMap(\.self)
        snapshot.basicServiceSets += [BasicServiceSet(message)].compactMap(\.self)
        snapshot.stations += [Station(message)].compactMap(\.self)
        snapshot.links += [Link(message)].compactMap(\.self)
        rest = rest.dropFirst((length + 3) & ~3)
    }
    return snapshot
}

private func check(_ snapshot: WirelessSnapshot) {
    for observation in snapshot.observations {
        precondition(observation.state != .joined || observation.ssid != nil)
        precondition(observation.state != .leaving && observation.state != .absent)
        let hasAccessPoint = [.associated, .joined].contains(observation.state)
        precondition((observation.bssid != nil) == hasAccessPoint)
    }
}
