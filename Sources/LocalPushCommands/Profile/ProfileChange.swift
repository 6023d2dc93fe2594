import CommandConsole
import CommandLineKit
import LocalPushModel
import PreferencesStore

/// `profile set`: changes some values of a profile.
struct ProfileChange: Command {
    @Required var profile: ProfileName
    var ssids: [SSIDEdit] = []
    var provider: BundleIdentifier?
    var edits: [ConfigurationEdit] = []
    var description: String?
    var store = StoreOptions()
    var output = OutputOptions()

    static let name = "set"
    static let summary = "Change values of a profile"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                """
                What is not named stays as it is. A change makes the profile the one saved last, which \
                wins over others of the same provider. It acts at once on a device that is on the network.
                """
            ],
            operands: [.required(\._profile, .profileName(), "The profile to change.")],
            options: ssidOptions,
            [
                .value("--provider", \.provider, .provider, "The provider to run.")
            ], ConfigurationEdit.options(in: \.edits),
            [
                .repeated(
                    "--unset", \.edits, .removal, "Remove a value of the provider configuration."),
                .value(
                    "--description", \.description, .text("TEXT"),
                    "What people see it as; empty removes it."),
            ], StoreOptions.options(in: \.store), OutputOptions.options(in: \.output),
            examples: [
                Example(
                    """
                    localpush profile set cruise-ship --add-ssid "Deck 3" \
                    --remove-ssid "Cruise Ship Staff Wi-Fi" --host 10.0.0.5
                    """, "Exchange a network and the server")
            ],
            exitStatuses: [.noSuchProfile, .denied, .conflict, .storeUnreadable])
    }

    private static var ssidOptions: [Option<Self>] {
        [
            .repeated("--add-ssid", \.ssids, .added(.ssid), "One more network."),
            .repeated("--add-ssid-hex", \.ssids, .added(.ssidHex), "The same, in hexadecimal."),
            .repeated("--remove-ssid", \.ssids, .removed(.ssid), "One network less."),
            .repeated(
                "--remove-ssid-hex", \.ssids, .removed(.ssidHex), "The same, in hexadecimal."),
        ]
    }

    func validate() throws(ValueError) {
        if ssids.isEmpty, provider == nil, edits.isEmpty, description == nil {
            throw ValueError("nothing is named that is to be changed")
        }
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let name = profile
        let edit = try StoreEdit(store, in: context)
        try edit.refuseUnsigned()
        var changed: Profile?
        let result = try edit.run { preferences in
            let new = try self.changed(try edit.existing(name, in: preferences))
            preferences.save(new)
            changed = new
        }
        edit.noteShadow(name)
        try result.report("changed \(name)", profile: changed, output, in: context)
        return .success
    }

    private func changed(_ old: Profile) throws -> Profile {
        var new = old
        for edit in ssids { edit.apply(to: &new.matchSSIDs) }
        if new.matchSSIDs.isEmpty {
            throw Failure(
                .usage, "the profile \(old.name) would have no SSID left",
                advice: [
                    "Name another one with --add-ssid, or switch it off: "
                        + "localpush profile disable \(old.name)"
                ])
        }
        if let provider { new.providerBundleIdentifier = provider }
        if let description { new.localizedDescription = description.isEmpty ? nil : description }
        return try new.editing(edits)
    }
}
