import CommandConsole
import CommandLineKit
import LinuxSystem
import LocalPushModel
import Reconciliation
import StrictJSON

/// Tells what a simulation found: a line for each start and stop, then how long each profile ran.
struct SimulationReport {
    private let timeline: Timeline
    private let console: Console
    private let isJSON: Bool

    init(_ timeline: Timeline, _ console: Console, isJSON: Bool) {
        self.timeline = timeline
        self.console = console
        self.isJSON = isJSON
    }

    func tell(_ found: SimulationRun.Change) throws {
        if isJSON { return try console.printLine(json(found)) }
        let device = found.device.map { SafeText.escaped($0) + "  " } ?? ""
        let time = console.style.apply(.faint, time(found.change.at))
        try console.print("\(time)  \(device)\(sentence(found.change))")
    }

    private func sentence(_ change: SimulatedChange) -> String {
        let name = change.profile.name
        switch change.kind {
        case .start:
            return console.style.apply(.good, "\(name) starts") + ": " + change.why
        case .stop(let reason):
            let head = console.style.apply(.caution, "\(name) stops")
            return head + ", \(reason.name) (\(reason.rawValue)): " + change.why
        case .roam: return "\(name) goes on: \(change.why) again, or on another access point"
        }
    }

    private func json(_ found: SimulationRun.Change) -> JSONValue {
        let change = found.change
        var object: JSONObject = [
            "interface": .string(change.network.interface),
            "profile": .string(change.profile.name.text),
            "provider": .string(change.profile.providerBundleIdentifier.text),
            "ssid": change.network.ssid.text.map { .string($0) } ?? .null,
            "ssidHex": .string(change.network.ssid.hex), "why": .string(change.why),
        ]
        switch change.kind {
        case .start: object["event"] = "start"
        case .roam: object["event"] = "roam"
        case .stop(let reason):
            object["event"] = "stop"
            object["stopReason"] = .string(reason.name)
            object["code"] = .number(JSONNumber(reason.rawValue))
        }
        if let device = found.device { object["device"] = .string(device) }
        if timeline.start != nil {
            object["time"] = .string(time(change.at))
        } else {
            object["at"] = JSONNumber(text: time(change.at)).map { .number($0) }
        }
        return .object(object)
    }

    // MARK: Totals

    /// How often and how long each profile ran until the end of the timeline, on all devices together.
    func tellTotals(_ changes: [SimulationRun.Change], of profiles: ProfileSet) throws {
        var totals: [ProfileName: (starts: Int, running: Duration)] = [:]
        for change in changes.map(\.change) {
            let rest = max(.zero, timeline.end - change.at)
            switch change.kind {
            case .start:
                totals[change.profile.name, default: (0, .zero)].starts += 1
                totals[change.profile.name]?.running += rest
            case .stop: totals[change.profile.name]?.running -= rest
            case .roam: break
            }
        }
        for installed in profiles.profiles where !installed.isShadowed {
            let name = installed.profile.name
            try tellTotal(installed.profile, totals[name] ?? (0, .zero))
        }
    }

    private func tellTotal(
        _ profile: Profile, _ total: (starts: Int, running: Duration)
    ) throws {
        let seconds = Self.seconds(total.running)
        if isJSON {
            return try console.printLine([
                "event": "total", "profile": .string(profile.name.text),
                "starts": .number(JSONNumber(total.starts)),
                "seconds": JSONNumber(text: seconds).map { .number($0) } ?? .null,
            ])
        }
        let times = total.starts == 1 ? "once" : "\(total.starts) times"
        let text =
            total.starts > 0
            ? "ran \(times), \(seconds) s in all" : "never ran: " + reasonNotToRun(profile)
        try console.print("\(profile.name) \(text)")
    }

    private func reasonNotToRun(_ profile: Profile) -> String {
        if !profile.isEnabled { return Explanation.disabled }
        return timeline.joinedSSIDs.isDisjoint(with: profile.matchSSIDs)
            ? "it wants \(Explanation.ssids(profile.matchSSIDs)), and no device was there"
            : "others of the same provider went before it"
    }

    // MARK: Time

    private func time(_ at: Duration) -> String {
        guard let start = timeline.start else { return Self.seconds(at) }
        return WallClock.text((.nanoseconds(start.nanoseconds) + at).nanoseconds)
    }

    /// Seconds, to the millisecond; of many devices they may be more than nanoseconds can count.
    private static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let fraction = String(1000 + attoseconds / 1_000_000_000_000_000).dropFirst()
        return "\(seconds).\(fraction)"
    }
}
