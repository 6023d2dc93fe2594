import CommandConsole
import LinuxSystem
import LocalPushModel
import MessageLines
import PreferencesStore
import Reconciliation

/// What can be said of a scope whose service does not run, or does not answer.
struct OfflineStatus {
    private let store: PreferencesStore
    private let context: CommandContext

    init(_ store: PreferencesStore, in context: CommandContext) {
        self.store = store
        self.context = context
    }

    /// - Parameters:
    ///   - isOptional: Whether a store that this user may not read is passed over in silence: nobody
    ///     asked for it by name.
    ///   - failure: Why the service does not answer; nil when it does not run.
    func report(isOptional: Bool, failure: ControlError?) -> StatusReport {
        let look = store.look()
        var problems = failure.map { [Failure(describing: $0).message] } ?? []
        if case .failure(let error) = look.stored {
            switch error {
            case .denied where isOptional: break
            default: problems.append(error.description)
            }
        }
        let set = look.profileSet()
        let scope = store.locations.scope
        // A store that cannot be read is told already.
        let pending = try? store.pendingRevert()
        let service = StatusReport.Service(
            scope: scope, isRunning: false, store: store.locations.preferences, problems: problems,
            awaitsConfirmationUntil: pending.map { WallClock.text($0.deadline) })
        let profiles = set.profiles.map { profile($0) } + set.invalidFiles.map { invalid($0) }
        return StatusReport(service: service, profiles: profiles)
    }

    private func profile(_ installed: InstalledProfile) -> StatusReport.Profile {
        let profile = installed.profile
        let (state, reason): (ProfileState, String) =
            if installed.isShadowed {
                (.shadowed, Explanation.shadowed)
            } else if !profile.isEnabled {
                (.disabled, Explanation.disabled)
            } else {
                (.waiting, "the service is not running")
            }
        var file: String?
        if case .managed(let path) = installed.origin { file = path }
        return StatusReport.Profile(
            name: profile.name.text, scope: store.locations.scope, origin: installed.origin.word,
            file: file, isEnabled: profile.isEnabled, state: state, reason: reason,
            provider: profile.providerBundleIdentifier.text)
    }

    private func invalid(_ file: ProfileSet.InvalidFile) -> StatusReport.Profile {
        StatusReport.Profile(
            name: file.name, scope: store.locations.scope,
            origin: InstalledProfile.Origin.managed(file: file.file).word, file: file.file,
            isEnabled: false, state: .invalid, reason: file.problem)
    }
}
