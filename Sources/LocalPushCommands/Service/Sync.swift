import CommandConsole
import CommandLineKit
import LocalPushModel
import MessageLines
import StrictJSON

/// `sync`: has the service look at everything again.
struct Sync: Command {
    var store = StoreOptions()
    var output = OutputOptions()

    static let name = "sync"
    static let summary = "Have the service look at everything again"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                """
                Returns when it has looked at networks, profiles and providers and acted on them. It \
                does so by itself, too: this is for scripts that want to be sure.
                """
            ],
            options: StoreOptions.options(in: \.store), OutputOptions.options(in: \.output),
            examples: [Example("localpush sync", "Wait until all is up to date")],
            exitStatuses: [.denied, .noService])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let scope = store.scope ?? context.ownScope
        try StatusView.requireServiceOfNamedStore(store, in: context)
        guard let client = try ControlClient.connect(to: scope, in: context) else {
            throw Failure.noService(scope)
        }
        try client.perform(.sync, until: context.outside.now() + .seconds(10))
        if output.isJSON { try context.console.print(["scope": .string(scope.rawValue)]) }
        return .success
    }
}
