import CommandConsole
import CommandLineKit
import LocalPushModel
import ProviderCatalog
import StrictJSON

/// Which scope's providers a command is about. Both, unless one is chosen.
struct ProviderSelection {
    var scope: Scope?

    static func options<Command>(
        in path: WritableKeyPath<Command, ProviderSelection>
    ) -> [Option<Command>] {
        let options: [Option<ProviderSelection>] = [
            .flag("--system", choosing: .system, \.scope, "The providers of the machine."),
            .flag("--user", choosing: .user, \.scope, "The providers of the calling user."),
        ]
        return options.map { $0.within(path) }
    }

    /// A provider and the scope that it was looked at for.
    struct Found {
        let provider: InstalledProvider
        let scope: Scope
    }

    /// All providers, the caller's own scope first. Whether one may be run depends on the scope.
    func providers(in context: CommandContext) -> [Found] {
        let other: Scope = context.ownScope == .system ? .user : .system
        return (scope.map { [$0] } ?? [context.ownScope, other]).flatMap { scope in
            ProviderCatalog(context.places.providers(scope)).providers().map {
                Found(provider: $0, scope: scope)
            }
        }
    }

    /// The providers of that identifier, one a scope. Throws a ``Failure`` when there is none.
    func providers(
        _ identifier: BundleIdentifier, in context: CommandContext
    ) throws(Failure) -> [Found] {
        let all = providers(in: context)
        let found = all.filter { $0.provider.bundleIdentifier == identifier }
        guard found.isEmpty else { return found }
        let names = all.map(\.provider.bundleIdentifier.text)
        let hint = Spelling.suggestion(for: identifier.text, among: names)
        throw Failure(
            .notFound,
            "there is no provider \(identifier)" + (hint.map { "; did you mean \($0)?" } ?? ""),
            advice: ["List the providers there are: localpush provider list"])
    }
}

extension ProviderSelection.Found {
    var json: JSONValue {
        let manifest = provider.manifest
        return [
            "bundleIdentifier": .string(provider.bundleIdentifier.text),
            "scope": .string(scope.rawValue), "file": .string(provider.file),
            "usable": .bool(provider.isUsable),
            "problems": .array(provider.problems.map { .string($0) }),
            "warnings": .array(provider.warnings.map { .string($0) }),
            "type": (manifest?.kind.word).map { .string($0) } ?? .null,
            "executable": (manifest?.executable).map { .array($0.map { .string($0) }) } ?? .null,
            "unit": (manifest?.unit).map { .string($0) } ?? .null,
            "containingApp": (manifest?.containingApp?.text).map { .string($0) } ?? .null,
            "localNetworkUsageDescription":
                (manifest?.localNetworkUsageDescription).map { .string($0) } ?? .null,
            "bonjourServices": .array((manifest?.bonjourServices ?? []).map { .string($0) }),
            "user": (manifest?.user).map { .string($0) } ?? .null,
        ]
    }
}
