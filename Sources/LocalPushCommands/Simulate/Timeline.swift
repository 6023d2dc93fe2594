import CommandConsole
import CommandLineKit
import LinuxSystem
import LocalPushModel
import MessageLines
import StrictJSON

/// What happens to the Wi-Fi of one device or several, read from a file.
struct Timeline {
    /// The most bytes that a timeline may have.
    private static let sizeLimit = 1 << 30

    /// What happens to one device, in order of time.
    struct Device {
        let name: String?
        var entries: [(at: Duration, happening: TimelineEntry.Happening)] = []
    }

    /// The devices, in the order in which they first appear.
    private(set) var devices: [Device] = []
    /// The time of day at which it starts; nil when it counts from its own start.
    private(set) var start: Timestamp?
    /// When the last of it happens.
    private(set) var end = Duration.zero

    /// The SSIDs of all networks that are joined at any time.
    private(set) var joinedSSIDs: Set<SSID> = []

    private var indexes: [String: Int] = [:]

    /// Reads the file at `path`, or standard input for `-`. Throws where a line is none, with its place.
    init(_ path: String, in context: CommandContext) throws {
        let bytes =
            path == "-"
            ? try context.outside.input(Self.sizeLimit)
            : try FileSystem.read(path, limit: Self.sizeLimit)
        var entries: [TimelineEntry] = []
        for (number, line) in bytes.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
        ).enumerated() where !line.allSatisfy({ $0 == 0x20 || (9...13).contains($0) }) {
            do { if let entry = try Self.entry(line) { entries.append(entry) } } catch {
                let place = error.moved(down: number).inFile(ProfileFile.title(path))
                throw Failure(.usage, place.description, advice: Self.advice)
            }
        }
        try arrange(entries)
    }

    private static let advice = [
        #"A line is such as {"at": 90, "interface": "wlan0", "ssid": "Deck 3"}, or of monitor --json"#
    ]

    private static func entry(_ line: ArraySlice<UInt8>) throws(DocumentError) -> TimelineEntry? {
        let root: JSONNode
        do { root = try JSONDocument(parsing: [UInt8](line)).root } catch {
            throw DocumentError(error)
        }
        return try TimelineEntry(root)
    }

    /// Several recordings one after the other are one timeline, so the lines need not be in order.
    private mutating func arrange(_ entries: [TimelineEntry]) throws(Failure) {
        let times = entries.compactMap(\.time)
        guard times.isEmpty || times.count == entries.count else {
            throw Failure(
                .usage, "some of the lines have a time of day and others seconds from the start",
                advice: Self.advice)
        }
        start = times.min()
        for entry in entries {
            let at = entry.offset(from: start)
            let name = entry.device ?? ""
            let index = indexes[name] ?? devices.count
            if index == devices.count {
                indexes[name] = index
                devices.append(Device(name: entry.device))
            }
            devices[index].entries.append((at, entry.happening))
            end = max(end, at)
            joinedSSIDs.formUnion(entry.joinedSSIDs)
        }
        for index in devices.indices { devices[index].sort() }
    }
}

extension Timeline.Device {
    /// What happens at one time stays in its order.
    fileprivate mutating func sort() {
        let isSorted = zip(entries, entries.dropFirst()).allSatisfy { $0.at <= $1.at }
        if !isSorted { entries.sort { $0.at < $1.at } }
    }
}

extension TimelineEntry {
    fileprivate var joinedSSIDs: [SSID] {
        switch happening {
        case .network(let network): [network.joinedSSID].compactMap(\.self)
        case .networks(let networks): networks.compactMap(\.joinedSSID)
        case .interfaceRemoved, .sleep, .wake: []
        }
    }

    fileprivate var time: Timestamp? {
        if case .time(let time) = moment { return time }
        return nil
    }

    fileprivate func offset(from start: Timestamp?) -> Duration {
        switch moment {
        case .offset(let offset): offset
        case .time(let time): .nanoseconds(time.nanoseconds) - .nanoseconds(start?.nanoseconds ?? 0)
        }
    }
}
