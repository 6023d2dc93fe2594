import CommandConsole
import CommandLineKit
import LocalPushModel
import PreferencesStore

/// `profile rename`: gives a profile another name.
struct ProfileRename: Command {
    @Required var profile: ProfileName
    @Required var newName: ProfileName
    var store = StoreOptions()
    var output = OutputOptions()

    static let name = "rename"
    static let summary = "Give a profile another name"

    static var declaration: Declaration<Self> {
        Declaration(
            operands: [
                .required(\._profile, .profileName(), "The profile to rename."),
                .required(
                    \._newName, .profileName("NEW-NAME", completion: .none),
                    "What to call it from now on."),
            ],
            options: StoreOptions.options(in: \.store), OutputOptions.options(in: \.output),
            examples: [Example("localpush profile rename ship cruise-ship", "Rename a profile")],
            exitStatuses: [.noSuchProfile, .denied, .conflict, .storeUnreadable])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let name = profile
        let edit = try StoreEdit(store, in: context)
        var renamed: Profile?
        let result = try edit.run { preferences in
            // Most likely it was renamed before.
            if preferences[name] == nil, preferences[newName] != nil, name != newName {
                throw Failure(
                    .notFound, "there is no profile \(name), but one called \(newName)",
                    advice: ["Look at it: localpush profile show \(newName)"])
            }
            let old = try edit.existing(name, in: preferences)
            if newName != name, preferences[newName] != nil { throw Self.isTaken(newName) }
            let new = old.renamed(newName)
            preferences.save(new, replacing: name)
            renamed = new
        }
        edit.noteShadow(newName)
        try result.report("renamed \(name) to \(newName)", profile: renamed, output, in: context)
        return .success
    }

    private static func isTaken(_ name: ProfileName) -> Failure {
        Failure(
            .conflict, "there is a profile \(name) already",
            advice: ["Take another name, or remove that one: localpush profile remove \(name)"])
    }
}
