import CommandConsole
import CommandLineKit
import LocalPushModel

/// `profile show`: shows one profile.
struct ProfileShow: Command {
    @Required var profile: ProfileName
    var showsSecrets = false
    var store = StoreOptions()
    var output = OutputOptions()

    static let name = "show"
    static let summary = "Show a profile"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                """
                Values of the provider configuration that look like secrets are hidden from people, \
                unless --show-secrets is given. --json prints the profile as it is stored, in full.
                """
            ],
            operands: [.required(\._profile, .profileName(), "The profile to show.")],
            options: [.flag("--show-secrets", \.showsSecrets, "Hide no values.")],
            StoreOptions.options(in: \.store), OutputOptions.options(in: \.output),
            examples: [
                Example("localpush profile show cruise-ship --json", "Print it as it is stored")
            ],
            exitStatuses: [.noSuchProfile, .denied, .storeUnreadable])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let found = try ProfileLookup(looks: try context.looks(store)).profile(profile)
        if output.isJSON {
            try context.console.print(found.installed.profile.json)
        } else {
            let text = ProfileText(
                found.installed, scope: found.scope, showsSecrets: showsSecrets)
            try context.console.print(lines: text.lines(context.console.style))
        }
        return .success
    }
}
