import LinuxSystem
import LocalPushModel
package import MessageLines
import PreferencesStore
import Reconciliation
import WirelessLink

extension Service {
    /// How everything is now.
    package func status() -> StatusReport {
        StatusReport(
            service: StatusReport.Service(
                scope: settings.scope, isRunning: true, generation: generation,
                pid: Int(ProcessIdentity.pid), since: WallClock.text(startedAt),
                version: Version.text, store: settings.store.preferences,
                problems: [networkProblem?.description, storeProblem].compactMap(\.self),
                awaitsConfirmationUntil: revertKeeper?.deadline.map(WallClock.text)),
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
            agent: report.agent.map { staff.report(on: $0.instance, restarts: $0.restarts) })
    }
}
