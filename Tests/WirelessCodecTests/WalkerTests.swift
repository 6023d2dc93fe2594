import LocalPushModel
import Testing

@testable import WirelessCodec

/// The walks over attributes and elements, on good and bad bytes.
struct WalkerTests {
    private func attributes(_ bytes: [UInt8]) -> [NetlinkAttribute] {
        Array(NetlinkAttributes(bytes[...]))
    }

    @Test func `attributes start at multiples of four and come in order`() {
        let bytes =
            WireFormat.attribute(1, [7]) + WireFormat.attribute(2, [])
            + WireFormat.attribute(3, [1, 2, 3, 4])
        #expect(bytes.count == 20)
        let found = attributes(bytes)
        #expect(found.map(\.type) == [1, 2, 3])
        #expect(found.map { Array($0.payload) } == [[7], [], [1, 2, 3, 4]])
    }

    @Test func `the flags of a type are ignored`() {
        #expect(attributes([4, 0, 5, 0xc0]).map(\.type) == [5])
    }

    @Test func `attributes nest`() {
        let bytes = WireFormat.attribute(1, WireFormat.attribute(2, [9]))
        #expect(attributes(bytes).first?.nested.map(\.type) == [2])
    }

    @Test func `the last attribute needs no padding`() {
        #expect(attributes([5, 0, 1, 0, 7]).map { Array($0.payload) } == [[7]])
    }

    @Test(arguments: [
        [], [5], [5, 0, 1], [3, 0, 1, 0], [0, 0, 1, 0], [9, 0, 1, 0, 1, 2, 3, 4],
        [255, 255, 255, 255],
    ])
    func `an impossible length ends the walk`(tail: [UInt8]) {
        #expect(attributes(WireFormat.attribute(1, [7]) + tail).map(\.type) == [1])
    }

    @Test func `text ends at its first NUL`() {
        let bytes = WireFormat.attribute(4, Array("wlan0\0junk".utf8))
        #expect(attributes(bytes).first?.text == "wlan0")
    }

    @Test func `numbers are in the machine's byte order and need all their bytes`() {
        let bytes: [UInt8] = withUnsafeBytes(of: UInt32(0x0102_0304)) { Array($0) }
        #expect(bytes[...].netlinkUInt32 == 0x0102_0304)
        #expect(bytes.dropLast().netlinkUInt32 == nil)
        let short: [UInt8] = withUnsafeBytes(of: UInt16(0x0102)) { Array($0) }
        #expect(short[...].netlinkUInt16 == 0x0102)
        #expect(short.dropLast().netlinkUInt16 == nil)
        #expect([UInt8]()[...].netlinkUInt8 == nil)
    }

    @Test(arguments: [[], [0], [0, 1], [0, 5, 65, 65, 65, 65]])
    func `an element that is cut short ends the walk`(tail: [UInt8]) {
        let bytes = WireFormat.element(1, [2, 3]) + tail
        #expect(InformationElements(bytes[...]).map(\.identifier) == [1])
    }

    @Test func `the first SSID element counts`() {
        let bytes = WireFormat.element(0, [65]) + WireFormat.element(0, [66])
        #expect(InformationElements(bytes[...]).ssid == SSID(text: "A"))
    }

    @Test func `an element of 255 bytes is whole`() {
        let bytes = WireFormat.element(9, [UInt8](repeating: 1, count: 255))
        #expect(InformationElements(bytes[...]).map(\.body.count) == [255])
    }

    @Test func `a message that is shorter than it says is refused`() {
        let bytes = WireFormat.message([1, 2, 3, 4])
        #expect(NetlinkMessage(bytes)?.payload.elementsEqual([1, 2, 3, 4]) == true)
        #expect(NetlinkMessage(bytes.dropLast()) == nil)
        #expect(NetlinkMessage([]) == nil)
        #expect(NetlinkMessage([15] + [UInt8](repeating: 0, count: 15)) == nil)
    }
}
