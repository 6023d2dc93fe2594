import CommandConsole
import CommandLineKit
import LocalPushModel
import PreferencesStore
import StrictJSON

/// `profile export`: prints profiles for use on another device.
struct ProfileExport: Command {
    var profiles: [ProfileName] = []
    var issue = IssueOptions()
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
                """,
                """
                With --issue and what goes with it, an issue is written into the profile: which one it is, \
                in which version, and when and where it may be installed. A device takes no older \
                version than it has.
                """,
            ],
            operands: [
                .repeated(\.profiles, .profileName(), "The profiles to print; all without any.")
            ],
            options: IssueOptions.options(in: \.issue), StoreOptions.options(in: \.store),
            OutputOptions.options(in: \.output),
            examples: [
                Example("localpush profile export > profiles.json", "Keep a copy"),
                Example(
                    """
                    localpush profile export cruise-ship --issue com.example.cruise \
                    --issue-version 3 --for-host "tablet-*" > cruise.json
                    """, "Issue a version to some devices"),
            ],
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
        if issue.identifier != nil, all.count != 1 {
            throw Failure(
                .usage, "--issue names one profile, and there are \(all.count)",
                advice: ["Name the profile: localpush profile export NAME --issue …"])
        }
        try context.console.print(.array(all.map { issue.applied(to: $0).json }))
        return .success
    }
}
