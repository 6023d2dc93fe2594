import CommandConsole
import CommandLineKit
import LocalPushModel
import ProviderCatalog
import StrictJSON

/// `provider list`: lists the installed providers.
struct ProviderList: Command {
    var selection = ProviderSelection()
    var output = OutputOptions()

    static let name = "list"
    static let summary = "List the installed providers"

    static var declaration: Declaration<Self> {
        Declaration(
            options: ProviderSelection.options(in: \.selection),
            OutputOptions.options(in: \.output))
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let found = selection.providers(in: context)
        if output.isJSON {
            try context.console.print(["providers": .array(found.map(\.json))])
            return .success
        }
        var table = TextTable(["PROVIDER", "SCOPE", "TYPE", "USABLE", "MANIFEST"])
        for entry in found {
            let isUsable = entry.provider.isUsable
            table.add([
                .init(entry.provider.bundleIdentifier.text), .init(entry.scope.rawValue),
                .init(entry.provider.manifest?.kind.word ?? ""),
                .init(isUsable ? "yes" : "no", isUsable ? .good : .bad),
                .init(SafeText.escaped(entry.provider.file)),
            ])
        }
        if table.isEmpty {
            let folders = context.places.providers(selection.scope ?? context.ownScope).folders
            context.console.note(
                "there are no providers; they are looked for in "
                    + folders.map { SafeText.escaped($0) }.joined(separator: ", "))
        } else {
            try context.console.print(table)
        }
        return .success
    }
}
