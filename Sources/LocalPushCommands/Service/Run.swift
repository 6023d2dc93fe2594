import CommandConsole
import CommandLineKit
import LinuxSystem
import LocalPushModel

/// `run`: becomes the service.
struct Run: Command {
    var grace: Int?
    var store = StoreOptions()

    static let name = "run"
    static let summary = "Run the service in the foreground"

    /// The service's own program, which has what the command line does without.
    private static let program = "localpushd"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                """
                Watches Wi-Fi, starts and stops agents, and takes up every change of profiles by \
                itself. It ends on SIGTERM or SIGINT, and stops all agents before.
                """
            ],
            options: [
                .value(
                    "--grace", \.grace, .seconds,
                    "How long a lost network keeps its agents; 5 seconds without this.")
            ],
            StoreOptions.options(in: \.store),
            examples: [Example("localpush run --system", "Run the machine's service")],
            exitStatuses: [.denied])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let scope = store.scope ?? context.ownScope
        var arguments = [Self.program, "--\(scope.rawValue)"]
        if let file = context.storeFile(store) { arguments += ["--store", file] }
        if let grace { arguments += ["--grace", "\(grace)"] }
        let executable = try HelperProgram.find(
            Self.program, "the service's program", from: try context.outside.programPath())
        try context.console.flush()
        try context.outside.become(
            ProcessDescription(
                executable: executable, arguments: arguments, environment: context.environment))
    }
}

extension Conversion<Int> {
    /// Whole seconds, up to an hour.
    static var seconds: Conversion {
        .text("SECONDS") { text throws(ValueError) in
            guard let seconds = Int(text), (0...3600).contains(seconds) else {
                throw ValueError("it is not a number of seconds from 0 to 3600")
            }
            return seconds
        }
    }
}
