import CommandConsole
import CommandLineKit
import LocalPushModel
import PreferencesStore
import StrictJSON

/// `profile export`: prints profiles for use on another device.
struct ProfileExport: Command {
    var profiles: [ProfileName] = []
    var store = StoreOptions()
    var output = OutputOptions()

    static let name = "export"
    static let summary = "Print profiles as JSON, for another device"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                """
                Prints a JSON array of the stored profiles of one scope, in the order in which they were \
                saved, secrets included, with or without --json.
                """
            ],
            operands: [
                .repeated(\.profiles, .profileName(), "The profiles to print; all without any.")
            ],
            options: StoreOptions.options(in: \.store), OutputOptions.options(in: \.output),
            examples: [Example("localpush profile export > profiles.json", "Keep a copy")],
            exitStatuses: [.noSuchProfile, .denied, .storeUnreadable])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let preferences = try context.store(store).load()
        let chosen = try profiles.map { name in
            guard let profile = preferences[name] else {
                throw Failure.noProfile(
                    name, in: [store.scope ?? context.ownScope],
                    among: preferences.profiles.map(\.name))
            }
            return profile
        }
        let all = profiles.isEmpty ? preferences.profiles : chosen
        try context.console.print(.array(all.map(\.json)))
        return .success
    }
}
