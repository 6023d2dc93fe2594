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
                mask. With --json, that is a document with the profile in it.
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
        if let store = try storeWithout(looks, context) {
            guard explains else { throw Self.notInForce(profile) }
            try print(ProfilePrecedence(of: profile, in: store), of: nil, context.console)
            return .success
        }
        let found = try ProfileLookup(looks: looks).profile(profile)
        var precedence: ProfilePrecedence?
        if explains, let store = try self.store(of: found.scope, context) {
            precedence = ProfilePrecedence(of: profile, in: store)
        }
        try print(precedence, of: found, context.console)
        return .success
    }

    /// The first store of a scope in which managed files have the name though no profile is in force;
    /// nil when one is in force anywhere.
    private func storeWithout(
        _ looks: [ScopeLook], _ context: CommandContext
    ) throws -> PreferencesStore? {
        let profiles = looks.flatMap(\.profiles.profiles)
        if profiles.contains(where: { $0.profile.name == profile }) { return nil }
        return try context.stores(store).first { !$0.managedFiles(named: profile).isEmpty }
    }

    private static func notInForce(_ name: ProfileName) -> Failure {
        Failure(
            .notFound, "no profile \(name) is in force: its file is masked or not valid",
            advice: ["See which file counts, and why: localpush profile show \(name) --why"])
    }

    private func store(of scope: Scope, _ context: CommandContext) throws -> PreferencesStore? {
        try context.stores(store).first { $0.locations.scope == scope }
    }

    private func print(
        _ precedence: ProfilePrecedence?, of found: ProfileLookup.Found?, _ console: Console
    ) throws {
        if output.isJSON {
            guard let precedence else {
                return try console.print(found?.installed.profile.json ?? .null)
            }
            var document = precedence.json
            document["profile"] = found?.installed.profile.json ?? .null
            return try console.print(.object(document))
        }
        let text = found.map {
            ProfileText($0.installed, scope: $0.scope, showsSecrets: showsSecrets)
        }
        try console.print(
            lines: (text?.lines(console.style) ?? []) + (precedence?.lines(console.style) ?? []))
    }
}
