import LinuxSystem
import LocalPushModel
import TestSupport
package import WirelessCodec

/// What a real kernel answered to one look, from a file in `Recordings`.
///
/// A line starts with the kind of message, its bytes follow in hexadecimal on indented lines;
/// `blocked` names a radio; `#` starts a comment.
package struct Recording {
    /// The names of all recordings.
    package static func names() throws -> [String] {
        try FileSystem.names(in: folder).map { String($0.dropLast(".txt".count)) }
    }

    private static let folder = Repository.path("Tests/WirelessTestSupport/Recordings")

    /// The messages with their kinds (`interface`, `bss`, `station`, `link`), in the order of the
    /// answers.
    package private(set) var messages: [(kind: String, bytes: [UInt8])] = []
    /// The radios that were blocked.
    package private(set) var blockedRadios: Set<UInt32> = []

    /// Reads the recording with this name.
    package init(_ name: String) throws {
        let bytes = try FileSystem.read("\(Self.folder)/\(name).txt", limit: 1 << 20)
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
}

extension Recording {
    /// Everything decoded, each kind of message by its own decoder.
    package var snapshot: WirelessSnapshot {
        var snapshot = WirelessSnapshot()
        snapshot.interfaces = messages("interface").compactMap(WirelessInterface.init)
        snapshot.basicServiceSets = messages("bss").compactMap(BasicServiceSet.init)
        snapshot.stations = messages("station").compactMap(Station.init)
        snapshot.links = messages("link").compactMap(Link.init)
        snapshot.blockedRadios = blockedRadios
        return snapshot
    }

    /// The messages of one kind.
    package func messages(_ kind: String) -> [NetlinkMessage] {
        messages.filter { $0.kind == kind }.compactMap { NetlinkMessage($0.bytes) }
    }
}
