import CommandConsole
import CommandLineKit
import LocalPushModel

/// `profile enable`: switches a profile on.
struct ProfileEnable: Command {
    @Required var profile: ProfileName
    var store = StoreOptions()
    var output = OutputOptions()

    static let name = "enable"
    static let summary = "Switch a profile on"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: ["On a device that is on its network already, the agent starts at once."],
            operands: [.required(\._profile, .profileName(), "The profile to switch on.")],
            options: StoreOptions.options(in: \.store), OutputOptions.options(in: \.output),
            examples: [Example("localpush profile enable cruise-ship", "Switch a profile on")],
            exitStatuses: [.noSuchProfile, .denied, .conflict, .storeUnreadable])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        return try ProfileSwitch(
            name: profile, isEnabled: true, wait: .inForce, store: store, output: output
        ).run(in: context)
    }
}
