import CommandConsole
import CommandLineKit
import LocalPushModel
import ProviderCatalog
import StrictJSON

/// `provider show`: shows what a provider says of itself.
struct ProviderShow: Command {
    @Required var provider: BundleIdentifier
    var selection = ProviderSelection()
    var output = OutputOptions()

    static let name = "show"
    static let summary = "Show a provider"

    static var declaration: Declaration<Self> {
        Declaration(
            operands: [.required(\._provider, .provider, "Its bundle identifier.")],
            options: ProviderSelection.options(in: \.selection),
            OutputOptions.options(in: \.output),
            exitStatuses: [ExitStatusSpec(.notFound, "No such provider")])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let found = try selection.providers(provider, in: context)[0]
        if output.isJSON {
            try context.console.print(found.json)
        } else {
            try context.console.print(lines: Self.fields(found).lines(context.console.style))
        }
        return .success
    }

    private static func fields(_ found: ProviderSelection.Found) -> FieldList {
        let provider = found.provider
        let manifest = provider.manifest
        var list = FieldList()
        list.add("Provider", [provider.bundleIdentifier.text])
        list.add("Type", [manifest?.kind.word].compactMap(\.self))
        list.add("Program", (manifest?.executable).map { [command($0)] } ?? [])
        list.add("Unit", [manifest?.unit].compactMap(\.self))
        list.add("Runs as", [manifest?.user].compactMap(\.self).map { SafeText.escaped($0) })
        list.add("App", [manifest?.containingApp?.text].compactMap(\.self))
        list.add(
            "Network use",
            [manifest?.localNetworkUsageDescription].compactMap(\.self)
                .map { SafeText.escaped($0) })
        list.add("Services", (manifest?.bonjourServices ?? []).map { SafeText.escaped($0) })
        list.add("Scope", [found.scope.rawValue])
        list.add("Manifest", [SafeText.escaped(provider.file)])
        list.add("Usable", provider.isUsable ? ["yes"] : ["no"] + provider.problems)
        list.add("Warnings", provider.warnings)
        return list
    }

    /// A program with its arguments; those with spaces in quotation marks.
    private static func command(_ words: [String]) -> String {
        words.map { $0.contains(" ") ? SafeText.quoted($0) : SafeText.escaped($0) }
            .joined(separator: " ")
    }
}
