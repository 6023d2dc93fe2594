import CommandConsole
package import CommandLineKit

/// All commands of simplepush.
package enum SimplePushTree {
    /// A command or group of this program.
    package typealias Node = CommandNode<SimplePushContext>

    /// The program itself.
    package static var root: Node {
        .group(
            CommandGroup(
                SimplePushProgram.name, "the reference provider of localpush",
                discussion: [
                    """
                    A server on the local network keeps a mailbox for each device. An agent, which \
                    localpush runs while the device is on that network, takes messages from it, shows \
                    texts and reports calls.
                    """
                ], options: [.version],
                examples: [
                    Example("simplepush server --name ship.example.com", "Run a server"),
                    Example("simplepush enroll tablet-7 --ssid \"Ship Wi-Fi\"", "Enroll a device"),
                    Example("simplepush send --to tablet-7 --text \"Lunch is ready\"", "Send"),
                ],
                sections: [
                    .init(
                        "The server's side",
                        [
                            .command(RunServer.self), .command(Enroll.self),
                            .command(Send.self),
                        ]),
                    .init(
                        "The device's side",
                        [.command(RunProvider.self), .command(RunApp.self)]),
                    .init(
                        "Help",
                        [
                            .command(Completions<SimplePushContext>.self),
                            .command(Help<SimplePushContext>.self),
                            .command(Complete<SimplePushContext>.self),
                            .command(Manual<SimplePushContext>.self),
                        ]),
                ]))
    }
}
