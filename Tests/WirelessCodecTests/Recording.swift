import LinuxSystem
import LocalPushModel
import WirelessCodec

/// What a kernel answered to one look, from a file in `Fixtures`.
///
/// A line starts with the kind of message, its bytes follow in hexadecimal on indented lines;
/// `blocked` names a radio; `#` starts a comment.
struct Recording {
    /// The names of all recordings.
    static let names = [
        "blocked", "connecting", "hidden", "left", "link-up-early", "never-up",
        "open", "open-with-country", "strange-ssid", "types", "wpa2-associated", "wpa2-joined",
        "wrong-passphrase",
    ]

    /// The messages with their kinds, in the order of the answers.
    private(set) var messages: [(kind: String, bytes: [UInt8])] = []
    private(set) var blockedRadios: Set<UInt32> = []

    init(_ name: String) throws {
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        let bytes = try FileSystem.read("/\(folder)/Fixtures/\(name).txt", limit: 1 << 20)
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            try add(line)
        }
    }

    private mutating func add(_ line: Substring) throws {
        let words = line.split(separator: " ")
        switch (line.first, words[0]) {
        case ("#", _): break
        case (" ", let hex):
            messages[messages.count - 1].bytes += try Hexadecimal.bytes(String(hex)) ?? fail(line)
        case (_, "blocked"): blockedRadios.insert(try UInt32(words[1]) ?? fail(line))
        case (_, let kind): messages.append((String(kind), []))
        }
    }

    private struct BadLine: Error { let line: String }

    private func fail<Value>(_ line: Substring) throws -> Value {
        throw BadLine(line: String(line))
    }

    /// Everything decoded, each kind of message by its own decoder.
    var snapshot: WirelessSnapshot {
        var snapshot = WirelessSnapshot()
        snapshot.interfaces = decoded("interface", WirelessInterface.init)
        snapshot.basicServiceSets = decoded("bss", BasicServiceSet.init)
        snapshot.stations = decoded("station", Station.init)
        snapshot.links = decoded("link", Link.init)
        snapshot.blockedRadios = blockedRadios
        return snapshot
    }

    /// What the messages of one kind decode to.
    func decoded<Value>(_ kind: String, _ decode: (NetlinkMessage) -> Value?) -> [Value] {
        messages.filter { $0.kind == kind }.compactMap { NetlinkMessage($0.bytes).flatMap(decode) }
    }
}
