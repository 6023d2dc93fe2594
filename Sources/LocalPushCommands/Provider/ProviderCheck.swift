import CommandConsole
import CommandLineKit
import LocalPushModel
import ProviderCatalog
import StrictJSON

/// `provider check`: says why a provider is refused.
struct ProviderCheck: Command {
    var identifiers: [BundleIdentifier] = []
    var selection = ProviderSelection()
    var output = OutputOptions()

    static let name = "check"
    static let summary = "Say whether providers can be run, and if not, why"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                """
                Manifest, program and every folder above them must belong to root, or in user scope to \
                root or the user, and must not be writable by others. A unit of systemd's must be in one of \
                its folders, and not masked.
                """
            ],
            operands: [.repeated(\.identifiers, .provider, "The providers; all without any.")],
            options: ProviderSelection.options(in: \.selection),
            OutputOptions.options(in: \.output),
            exitStatuses: [
                ExitStatusSpec(.failure, "A provider cannot be run"),
                ExitStatusSpec(.notFound, "No such provider"),
            ])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let found =
            identifiers.isEmpty
            ? selection.providers(in: context)
            : try identifiers.flatMap { try selection.providers($0, in: context) }
        if output.isJSON {
            try context.console.print(["providers": .array(found.map(\.json))])
        } else {
            for entry in found { try print(entry, context.console) }
        }
        return try status(of: found, context.console)
    }

    /// A provider counts as good when it can be run in one of the scopes looked at: one that is made
    /// for the machine is refused for a user, and the other way round.
    private func status(
        of found: [ProviderSelection.Found], _ console: Console
    ) throws -> ExitStatus {
        let good = Set(found.filter(\.provider.isUsable).map(\.provider.bundleIdentifier))
        let all = Set(found.map(\.provider.bundleIdentifier))
        return good == all ? .success : .failure
    }

    private func print(_ entry: ProviderSelection.Found, _ console: Console) throws {
        let title = "\(entry.provider.bundleIdentifier) (\(entry.scope.rawValue)): "
        let isUsable = entry.provider.isUsable
        try console.print(
            title + console.style.apply(isUsable ? .good : .bad, isUsable ? "usable" : "refused"))
        for problem in entry.provider.problems { try console.print("  " + problem) }
        for warning in entry.provider.warnings {
            try console.print("  " + console.style.apply(.caution, "warning: ") + warning)
        }
    }
}
