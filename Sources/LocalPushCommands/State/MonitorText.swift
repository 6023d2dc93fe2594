import CommandLineKit
import LocalPushModel
import MessageLines
import Reconciliation

/// Changes as people read them, one a line.
enum MonitorText {
    /// The state at the start: a line for each network and profile.
    static func lines(_ report: StatusReport, _ style: TextStyle) -> [String] {
        let start = style.apply(.faint, "now           ")
        return report.networks.map { start + Explanation.network($0) }
            + report.profiles.map { start + sentence($0, style) }
    }

    static func line(_ event: MonitorEvent, _ style: TextStyle) -> String {
        style.apply(.faint, time(event.time)) + "  " + sentence(event.change, style)
    }

    /// The time of day of an ISO 8601 time, in UTC.
    private static func time(_ text: String) -> String {
        let parts = SafeText.escaped(text).split(separator: "T", maxSplits: 1)
        guard parts.count == 2 else { return SafeText.escaped(text) }
        let time = parts[1].hasSuffix("Z") ? parts[1].dropLast() : parts[1]
        return TextWidth.padded(String(time), to: 12)
    }

    private static func sentence(_ profile: StatusReport.Profile, _ style: TextStyle) -> String {
        let name = SafeText.escaped(profile.name)
        let state = profile.state.role.map { style.apply($0, profile.state.rawValue) }
        return "\(name) is \(state ?? profile.state.rawValue): \(SafeText.checked(profile.reason))"
    }

    private static func sentence(_ change: MonitorEvent.Change, _ style: TextStyle) -> String {
        switch change {
        case .profile(let profile): sentence(profile, style)
        case .profileRemoved(let name): "\(SafeText.escaped(name)) was removed"
        case .network(let network): Explanation.network(network)
        case .networkRemoved(let interface, _): "\(SafeText.escaped(interface)) was removed"
        case .roamed(let interface, let ssid, let from, let to):
            "\(SafeText.escaped(interface)) roamed on \(ssid)\(path(from, to))"
        case .agentFailed(let profile, let problem, let pause):
            style.apply(.bad, "the agent of \(SafeText.escaped(profile)) failed") + ": "
                + SafeText.checked(problem) + "; started again in \(seconds(milliseconds: pause)) s"
        case .agentStopping(let profile, let reason):
            "the agent of \(SafeText.escaped(profile)) is stopping: \(reason.name) (\(reason.rawValue))"
        case .agentLog(let profile, let line):
            "\(SafeText.escaped(profile)) | \(SafeText.escaped(line))"
        case .incomingCall(let profile, let id):
            "\(SafeText.escaped(profile)) reports the call \(SafeText.quoted(id))"
        case .callReported(let profile, let id, nil):
            "the app has the call \(SafeText.quoted(id)) of \(SafeText.escaped(profile))"
        case .callReported(let profile, let id, let problem?):
            style.apply(.bad, "the call \(SafeText.quoted(id)) was not delivered") + ": "
                + "\(SafeText.escaped(profile)): \(SafeText.checked(problem))"
        case .store(let generation): "generation \(generation) of the store is in force"
        case .serviceStopping: style.apply(.caution, "the service is stopping")
        }
    }

    private static func path(_ from: String?, _ to: String?) -> String {
        guard let from, let to else { return "" }
        return " from \(SafeText.escaped(from)) to \(SafeText.escaped(to))"
    }

    /// Seconds with one decimal.
    private static func seconds(milliseconds: Int) -> String {
        let tenths = (milliseconds + 50) / 100
        return "\(tenths / 10).\(tenths % 10)"
    }
}
