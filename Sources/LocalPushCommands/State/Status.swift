import CommandConsole
import CommandLineKit

/// `status`: tells what runs, and why.
struct Status: Command {
    var store = StoreOptions()
    var output = OutputOptions()

    static let name = "status"
    static let summary = "Tell what runs, and why"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                """
                Shows the service, the Wi-Fi networks, and for every profile its state with the reason. \
                Where no service runs, the profiles are shown as they are stored.
                """,
                """
                A change that awaits its confirmation, as apply --confirm-within makes one, is shown with \
                the seconds that are left and how to confirm it. With --json that is the service's \
                awaitsConfirmation: until, when it is taken back; null where no change does.
                """,
            ],
            options: StoreOptions.options(in: \.store), OutputOptions.options(in: \.output),
            examples: [
                Example("localpush status", "See what runs"),
                Example(
                    "localpush status --json | jq '.profiles[] | select(.isActive).name'",
                    "List the active profiles"),
            ])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let view = try StatusView(store, in: context)
        if output.isJSON {
            try context.console.print(view.json)
        } else {
            try context.console.print(
                lines: StatusText(
                    view, context.console.style, now: context.outside.wallClock(),
                    words: store.words
                ).lines(width: context.console.width))
        }
        return .success
    }
}
