import LocalPushModel
import Testing
import WirelessCodec
import WirelessTestSupport

/// Decoders face any bytes without trapping, and keep their promises about what they return.
struct MutationTests {
    @Test func `recorded messages with random changes never break a decoder`() throws {
        let recordings = try Recording.names().map(Recording.init)
        var random = SplitMix64(state: 0x10ca_1b05)
        for _ in 0..<200 {
            for recording in recordings {
                for var (_, bytes) in recording.messages {
                    mutate(&bytes, &random)
                    check(bytes)
                }
            }
        }
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let position = Int.random(in: 0..<bytes.count, using: &random)
            switch UInt8.random(in: 0..<4, using: &random) {
            case 0: bytes[position] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: bytes.remove(at: position)
            default: bytes.removeLast(bytes.count - position)
            }
        }
    }

    private func check(_ bytes: [UInt8]) {
        guard let message = NetlinkMessage(bytes) else { return }
        var snapshot = WirelessSnapshot()
        snapshot.interfaces = [WirelessInterface(message)].compactMap(\.self)
        snapshot.basicServiceSets = [BasicServiceSet(message)].compactMap(\.self)
        snapshot.stations = [Station(message)].compactMap(\.self)
        snapshot.links = [Link(message)].compactMap(\.self)
        for observation in snapshot.observations {
            #expect(observation.state != .joined, "one message cannot prove that data may pass")
        }
    }
}

/// A generator whose sequence follows from its seed (Steele, Lea and Flood, 2014).
private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
