import CommandConsole
import CommandLineKit
import LocalPushModel
import PreferencesStore

/// What `profile enable` and `profile disable` have in common.
struct ProfileSwitch {
    let name: ProfileName
    let isEnabled: Bool
    let wait: ServiceWait
    let store: StoreOptions
    let output: OutputOptions

    func run(in context: CommandContext) throws -> ExitStatus {
        let edit = try StoreEdit(store, in: context)
        try edit.refuseManaged(name)
        var switched: Profile?
        let result = try edit.run(wait: wait) { preferences in
            var profile = try edit.existing(name, in: preferences)
            profile.isEnabled = isEnabled
            preferences.save(profile)
            switched = profile
        }
        let text = "\(isEnabled ? "enabled" : "disabled") \(name)"
        try result.report(text, profile: switched, output, in: context)
        return .success
    }
}
