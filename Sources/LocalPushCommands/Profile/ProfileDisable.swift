import CommandConsole
import CommandLineKit
import LocalPushModel

/// `profile disable`: switches a profile off.
struct ProfileDisable: Command {
    @Required var profile: ProfileName
    var isImpatient = false
    var store = StoreOptions()
    var output = OutputOptions()

    static let name = "disable"
    static let summary = "Switch a profile off"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                """
                Returns when no process of the profile's agent is left; fails when that takes longer \
                than ten seconds.
                """
            ],
            operands: [.required(\._profile, .profileName(), "The profile to switch off.")],
            options: [
                .flag("--no-wait", \.isImpatient, "Do not wait until the agent is gone.")
            ], StoreOptions.options(in: \.store), OutputOptions.options(in: \.output),
            examples: [Example("localpush profile disable cruise-ship", "Switch a profile off")],
            exitStatuses: [.noSuchProfile, .denied, .conflict, .storeUnreadable])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        return try ProfileSwitch(
            name: profile, isEnabled: false, wait: isImpatient ? .none : .gone(profile),
            store: store, output: output
        ).run(in: context)
    }
}
