import LinuxSystem
import LocalPushModel
package import MessageLines
import PreferencesStore
import Reconciliation
import WirelessLink

extension Service {
    /// The version of localpush.
    package static let version = "0.1.0"

    /// How everything is now.
    package func status() -> StatusReport {
        StatusReport(
            service: StatusReport.Service(
                scope: settings.scope, isRunning: true, generation: generation,
                pid: Int(ProcessIdentity.pid), since: WallClock.text(startedAt),
                version: Self.version, store: settings.store.preferences,
                problems: [networkProblem?.description, storeProblem].compactMap(\.self)),
            networks: reconciler.interfaceReports().map(\.observation),
            profiles: reconciler.profileReports().map(profile))
    }

    /// Whether any client watches.
    package var hasMonitors: Bool { server?.hasMonitors ?? false }

    private func profile(_ report: ProfileReport) -> StatusReport.Profile {
        StatusReport.Profile(
            name: report.name, scope: settings.scope,
            origin: report.installed?.origin.word ?? InstalledProfile.Origin.managedWord,
            file: report.file, isEnabled: report.installed?.profile.isEnabled ?? false,
            state: report.state, reason: report.reason, matchedSSID: report.matchedSSID,
            provider: report.installed?.profile.providerBundleIdentifier.text,
            agent: report.agent.map(agent))
    }

    private func agent(_ report: ProfileReport.Agent) -> StatusReport.Agent {
        StatusReport.Agent(
            pid: staff.pid(of: report.instance), since: report.startedAt.map(wallTime),
            restarts: report.restarts, status: staff.status(of: report.instance))
    }

    /// A monotonic time as the time of day, as far as the clock has not been set since.
    private func wallTime(_ time: Duration) -> String {
        let age = MonotonicClock.now - time
        return WallClock.text(WallClock.now - age.nanoseconds)
    }
}
