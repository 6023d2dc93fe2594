import CommandConsole
import CommandLineKit
import LocalPushModel
import MessageLines
import Reconciliation
import WirelessLink

/// The status as people read it.
struct StatusText {
    private let view: StatusView
    private let style: TextStyle
    private let now: Int64
    private let words: String

    /// - Parameters:
    ///   - now: The time of day.
    ///   - words: The options that chose the store, for command lines in advice.
    init(_ view: StatusView, _ style: TextStyle, now: Int64, words: String) {
        self.view = view
        self.style = style
        self.now = now
        self.words = words
    }

    /// - Parameter width: The columns of the terminal, where it is for one.
    func lines(width: Int?) -> [String] {
        var list = FieldList()
        for report in view.reports where isWorthTelling(report) {
            let service = report.service
            list.add(
                title(service.scope),
                [sentence(service)] + confirmation(service) + problems(report))
        }
        list.add("Wi-Fi", networks)
        let profiles = table.lines(style, width: width)
        return list.lines(style) + (view.profiles.isEmpty ? [] : [""] + profiles)
    }

    /// A scope that nobody chose, and where there is nothing, is not mentioned.
    private func isWorthTelling(_ report: StatusReport) -> Bool {
        report.service.isRunning || !report.profiles.isEmpty
            || report.service.scope == view.reports[0].service.scope
    }

    private func title(_ scope: Scope) -> String {
        switch scope {
        case .system: "System service"
        case .user: "User service"
        }
    }

    private func sentence(_ service: StatusReport.Service) -> String {
        guard service.isRunning else { return style.apply(.bad, "not running") }
        let details = [
            service.since.map { "since \(SafeText.escaped($0))" },
            service.pid.map { "pid \($0)" }, service.generation.map { "generation \($0)" },
        ].compactMap(\.self).joined(separator: ", ")
        return style.apply(.good, "running") + (details.isEmpty ? "" : " " + details)
    }

    /// What becomes of a change that nobody has confirmed yet, and how to decide it.
    private func confirmation(_ service: StatusReport.Service) -> [String] {
        guard let until = service.awaitsConfirmationUntil,
            let deadline = try? Timestamp(until)
        else { return [] }
        let left = max(0, deadline.nanoseconds - now + 999_999_999) / 1_000_000_000
        let isChosen = service.scope == view.reports[0].service.scope
        let words = isChosen ? words : " --\(service.scope.rawValue)"
        let sentence =
            left > 0
            ? "a change is taken back in \(left) s unless you run: localpush apply --confirm\(words)"
            : "a change was not confirmed in time; take it back with: localpush apply --revert\(words)"
        return [style.apply(.caution, sentence)]
    }

    private func problems(_ report: StatusReport) -> [String] {
        report.service.problems.map { style.apply(.bad, SafeText.checked($0)) }
    }

    private var networks: [String] {
        if let problem = view.wirelessProblem { return [style.apply(.bad, problem.description)] }
        let networks = view.main.networks.map(Explanation.network)
        guard networks.isEmpty else { return networks }
        // No Wi-Fi at all is another state than no adapter; the service tells it among its problems.
        let none = WirelessError.noWirelessSupport.description
        return [view.main.service.problems.contains(none) ? none : "there is no Wi-Fi interface"]
    }

    private var table: TextTable {
        var table = TextTable(["PROFILE", "SCOPE", "STATE", "AGENT", "WHY"])
        for profile in view.profiles {
            table.add([
                .init(SafeText.escaped(profile.name)), .init(profile.scope.rawValue),
                .init(profile.state.rawValue, profile.state.role),
                .init(profile.agent?.pid.map(String.init) ?? ""),
                .init(SafeText.checked(profile.reason)),
            ])
        }
        return table
    }
}

extension ProfileState {
    /// How the state looks on a terminal.
    var role: TextStyle.Role? {
        switch self {
        case .active: .good
        case .starting, .stopping, .held: .caution
        case .backoff, .invalid: .bad
        case .waiting, .superseded, .shadowed, .disabled: .faint
        }
    }
}
