import CommandConsole
import CommandLineKit
import LocalPushModel
import PreferencesStore

/// `profile remove`: removes profiles.
struct ProfileRemove: Command {
    var profiles: [ProfileName] = []
    var store = StoreOptions()
    var output = OutputOptions()

    static let name = "remove"
    static let summary = "Remove profiles"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: ["Either all of them are removed or, when one is not there, none."],
            operands: [
                .repeated(\.profiles, .profileName(), isRequired: true, "The profiles to remove.")
            ],
            options: StoreOptions.options(in: \.store), OutputOptions.options(in: \.output),
            examples: [Example("localpush profile remove cruise-ship", "Remove a profile")],
            exitStatuses: [.noSuchProfile, .denied, .conflict, .storeUnreadable])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let edit = try StoreEdit(store, in: context)
        var removed: Profile?
        let result = try edit.run { preferences in
            for name in profiles { removed = try edit.existing(name, in: preferences) }
            for name in profiles { preferences.remove(name) }
        }
        let names = profiles.map(\.text).joined(separator: ", ")
        let only = profiles.count == 1 ? removed : nil
        try result.report("removed \(names)", profile: only, output, in: context)
        return .success
    }
}
