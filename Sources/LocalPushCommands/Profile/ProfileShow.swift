import CommandConsole
import CommandLineKit
import LocalPushModel
import PreferencesStore
import StrictJSON

/// `profile show`: shows one profile.
struct ProfileShow: Command {
    @Required var profile: ProfileName
    var showsSecrets = false
    var explains = false
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
                """,
                """
                With --why, the files and stored profiles of that name are listed with what each counts \
                for, and the other profiles of its provider that share a network with it. /etc goes \
                before /run and that before /usr/lib, managed before stored; a link to /dev/null is a \
                mask. With --json, that is a document with the profile in it, and who signed it: signature, \
                as profile list --json has it, or null.
                """,
            ],
            operands: [.required(\._profile, .profileName(), "The profile to show.")],
            options: [
                .flag("--show-secrets", \.showsSecrets, "Hide no values."),
                .flag("--why", \.explains, "Tell why this is the one that counts."),
            ],
            StoreOptions.options(in: \.store), OutputOptions.options(in: \.output),
            examples: [
                Example("localpush profile show cruise-ship --json", "Print it as it is stored"),
                Example("localpush profile show cruise-ship --why", "See what goes before what"),
            ],
            exitStatuses: [.noSuchProfile, .denied, .storeUnreadable])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let looks = try context.looks(store)
        let lookup = ProfileLookup(looks: looks)
        // There may be files of that name, none of which is in force.
        if lookup.find(profile) == nil,
            let hidden = looks.first(where: { !$0.managedFiles(named: profile).isEmpty })
        {
            guard explains else { throw Self.notInForce(profile) }
            try print(ProfilePrecedence(of: profile, in: hidden), of: nil, nil, context)
            return .success
        }
        let found = try lookup.profile(profile)
        let precedence = explains ? ProfilePrecedence(of: profile, in: found.look) : nil
        try print(precedence, of: found, signature(of: found), context)
        noteExpiry(of: found.installed.profile, context)
        return .success
    }

    private func signature(of found: ProfileLookup.Found) -> ProfileSignature? {
        guard found.installed.origin == .stored else { return nil }
        return ProfileSignature.all(in: found.look, named: profile)[profile]
    }

    /// Once a profile is here it stays, whatever its issue says.
    private func noteExpiry(of profile: Profile, _ context: CommandContext) {
        let now = Timestamp(nanoseconds: context.outside.wallClock())
        guard let end = profile.issue?.notAfter, end < now else { return }
        context.console.note(
            "\(profile.name) could be installed until \(end.text); it stays in force")
    }

    private static func notInForce(_ name: ProfileName) -> Failure {
        Failure(
            .notFound, "no profile \(name) is in force: its file is masked or not valid",
            advice: ["See which file counts, and why: localpush profile show \(name) --why"])
    }

    private func print(
        _ precedence: ProfilePrecedence?, of found: ProfileLookup.Found?,
        _ signature: ProfileSignature?, _ context: CommandContext
    ) throws {
        let console = context.console
        if output.isJSON {
            guard let precedence else {
                return try console.print(found?.installed.profile.json ?? .null)
            }
            var document = precedence.json
            document["profile"] = found?.installed.profile.json ?? .null
            document["signature"] = signature?.json ?? .null
            return try console.print(.object(document))
        }
        var text = found.map {
            ProfileText($0.installed, scope: $0.scope, showsSecrets: showsSecrets)
        }
        text?.signature = signature?.lines ?? []
        try console.print(
            lines: (text?.lines(console.style) ?? []) + (precedence?.lines(console.style) ?? []))
    }
}
