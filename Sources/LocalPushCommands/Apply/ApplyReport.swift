import CommandConsole
import LocalPushModel
import PreferencesStore
import StrictJSON

/// What became, or would become, of the profiles of files.
struct ApplyReport {
    let difference: PreferencesDifference
    private let edit: StoreEdit
    /// The files of managed profiles that have the name of one of the input.
    private let shadows: [(name: ProfileName, file: String)]

    init(_ difference: PreferencesDifference, of input: ProfileInput, in edit: StoreEdit) {
        self.difference = difference
        self.edit = edit
        let managed = edit.store.managedProfiles().profiles
        let names = managed.isEmpty ? [] : Set(input.profiles.map(\.name))
        shadows = managed.filter { names.contains($0.profile.name) }
            .map { ($0.profile.name, $0.file) }
    }

    /// Tells people which of the profiles have no effect.
    func noteShadows() {
        for (name, file) in shadows {
            edit.context.console.note(
                "\(name) has no effect as long as a managed profile has its name: "
                    + SafeText.escaped(file))
        }
    }

    /// The report for programs.
    func json(generation: Int) -> JSONObject {
        [
            "changed": .bool(!difference.isEmpty), "generation": .number(JSONNumber(generation)),
            "profiles": difference.json, "scope": .string(edit.scope.rawValue),
            "shadowed": .array(
                shadows.map { ["file": .string($0.file), "name": .string($0.name.text)] }),
        ]
    }
}
