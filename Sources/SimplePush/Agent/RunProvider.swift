import CommandLineKit
import LocalPush

/// `provider`: the agent, as the service runs it.
struct RunProvider: Command {
    static let name = "provider"
    static let summary = "Take messages out of a mailbox and show them (run by localpush)"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                """
                Speaks localpush's session protocol on standard input and output; standard error is its \
                log. What it needs to know is in the profile: localpush starts it when the device joins \
                one of the profile's networks, and stops it when it leaves.
                """
            ])
    }

    func run(in context: SimplePushContext) throws -> ExitStatus {
        SimplePushProvider().run() == 0 ? .success : .failure
    }
}
