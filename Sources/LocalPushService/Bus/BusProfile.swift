import LocalPushModel
import MessageLines
import SystemdSupport

/// How a profile appears on a bus: the interface `org.localpush1.Profile`.
enum BusProfile {
    static let interface = "org.localpush1.Profile"

    static let properties: [ReportedProperty<StatusReport.Profile>] = [
        .init(name: "Name", signature: "s", isConstant: true) { .string($0.name) },
        .init(name: "Origin", signature: "s") { .string($0.origin) },
        .init(name: "File", signature: "s") { .string($0.file ?? "") },
        .init(name: "State", signature: "s") { .string($0.state.rawValue) },
        .init(name: "Reason", signature: "s") { .string($0.reason) },
        .init(name: "IsEnabled", signature: "b") { .bool($0.isEnabled) },
        .init(name: "IsActive", signature: "b") { .bool($0.isActive) },
        .init(name: "MatchedSSID", signature: "ay") { .bytes($0.matchedSSID?.bytes ?? []) },
        .init(name: "Provider", signature: "s") { .string($0.provider ?? "") },
        .init(name: "AgentPID", signature: "u") {
            .uint32(UInt32(clamping: $0.agent?.pid ?? 0))
        },
        .init(name: "AgentSince", signature: "s") { .string($0.agent?.since ?? "") },
        .init(name: "AgentRestarts", signature: "u") {
            .uint32(UInt32(clamping: $0.agent?.restarts ?? 0))
        },
        .init(name: "AgentState", signature: "s") { .string($0.agent?.status?.state ?? "") },
        .init(name: "AgentDetail", signature: "s") {
            .string($0.agent?.status?.detail ?? "")
        },
    ]

    /// The profiles of a report that are objects, by path: of several of one name the one that is in
    /// force.
    static func objects(
        of report: StatusReport, below prefix: String
    ) -> [String: StatusReport.Profile] {
        let pairs = report.profiles.filter { $0.state != .shadowed }.compactMap { profile in
            BusPath.encode(profile.name, below: prefix).map { ($0, profile) }
        }
        // A file that cannot be read has no provider.
        return Dictionary(pairs) { first, second in first.provider == nil ? second : first }
    }
}
