package import CommandConsole
package import CommandLineKit

/// The program `simplepush`: from the words of a command line to its exit status.
package enum SimplePushProgram {
    /// The program's name, as in messages and help.
    package static let name = "simplepush"

    /// Runs the command that `arguments`, without the program's own name, ask for. Results go to the
    /// context's standard output, all else to its standard error.
    package static func run(
        _ arguments: [Argument], in context: SimplePushContext
    ) -> ExitStatus {
        context.run(arguments, describing: Failure.init(describing:))
    }
}

extension SimplePushContext: ProgramContext {
    package static var program: ProgramDescription<SimplePushContext> {
        ProgramDescription(
            root: SimplePushTree.root, helpExample: "send", manual: ManualPage.simplepush)
    }

    package func candidates(for source: CompletionSource) -> [Completion.Candidate] {
        source == .devices ? devices.map { .init($0) } : []
    }

    /// The devices of this user's own server.
    private var devices: [String] {
        let list = try? serverFolder(nil).devices()
        return (list?.devices ?? []).map(\.name.text)
    }
}
