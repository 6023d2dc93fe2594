import CommandConsole
import CommandLineKit
import LocalPushModel
import PreferencesStore

/// `profile add`: issues a profile.
struct ProfileAdd: Command {
    @Required var profile: ProfileName
    var ssids: [SSID] = []
    @Required var provider: BundleIdentifier
    var edits: [ConfigurationEdit] = []
    var description: String?
    var isDisabled = false
    var store = StoreOptions()
    var output = OutputOptions()

    static let name = "add"
    static let summary = "Issue a profile"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                """
                Adding a profile that is there already, and is the same, is done with nothing to do; \
                a different one of that name is left alone, and the command fails.
                """,
                """
                With nothing at all, at a terminal, it asks for what it needs, and shows the profile \
                before it is saved.
                """,
            ],
            operands: [
                .required(
                    \._profile, .profileName(completion: .none),
                    "What to call it: letters, digits, '.', '_' and '-'.")
            ],
            options: [
                .repeated("--ssid", \.ssids, .ssid, "A network that the provider runs on."),
                .repeated("--ssid-hex", \.ssids, .ssidHex, "The same, as hexadecimal digits."),
                .required("--provider", \._provider, .provider, "The provider to run."),
            ], ConfigurationEdit.options(in: \.edits),
            [
                .value("--description", \.description, .text("TEXT"), "What people see it as."),
                .flag("--disabled", \.isDisabled, "Issue it switched off."),
            ], StoreOptions.options(in: \.store), OutputOptions.options(in: \.output),
            examples: [
                Example(
                    """
                    localpush profile add cruise-ship --ssid "Cruise Ship Wi-Fi" \
                    --provider com.myexample.SimplePush.Provider --host cruiseship.example.com
                    """, "Run SimplePush on one network"),
                Example(
                    """
                    localpush profile add raw --ssid-hex 73686970ff \
                    --provider com.example.P --set port=4222 --set tls=true --disabled
                    """, "Name a network whose SSID is not text, and set values of several types"),
            ],
            exitStatuses: [.denied, .conflict, .storeUnreadable])
    }

    func validate() throws(ValueError) {
        if ssids.isEmpty { throw ValueError("at least one --ssid SSID is needed") }
    }

    /// The profile that the options describe.
    var draft: Profile {
        get throws {
            try Profile(
                name: profile, localizedDescription: description, matchSSIDs: ssids,
                providerBundleIdentifier: provider, isEnabled: !isDisabled
            ).editing(edits)
        }
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let name = profile
        let new = try draft
        let edit = try StoreEdit(store, in: context)
        try edit.refuseUnsigned()
        let result = try edit.run { preferences in
            if let old = preferences[name], !old.isEquivalent(to: new) { throw Self.isTaken(name) }
            preferences.save(new)
        }
        edit.noteShadow(name)
        try result.report("added \(name)", profile: new, output, in: context)
        return .success
    }

    private static func isTaken(_ name: ProfileName) -> Failure {
        Failure(
            .conflict, "there is a different profile \(name) already",
            advice: [
                "Look at it: localpush profile show \(name)",
                "Change it: localpush profile set \(name) …, or take another name",
            ])
    }
}
