import CommandConsole
package import CommandLineKit

/// All commands.
package enum CommandTree {
    /// A command or group of this program.
    package typealias Node = CommandNode<CommandContext>

    /// The program itself.
    package static var root: Node {
        .group(
            CommandGroup(
                Program.name,
                "local push connectivity: run provider agents on chosen Wi-Fi networks",
                discussion: discussion, options: [.version], examples: examples,
                sections: [
                    .init(
                        "Profiles",
                        [
                            .group(profile), .command(Apply.self), .command(Diff.self),
                            .command(Sign.self), .command(Verify.self),
                        ]),
                    .init(
                        "Wi-Fi",
                        [
                            .command(ShowSSID.self), .command(Match.self),
                            .command(Simulate.self),
                        ]),
                    .init(
                        "What is, and why",
                        [
                            .command(Status.self), .command(IsActive.self), .command(Monitor.self),
                            .command(Doctor.self),
                        ]),
                    .init(
                        "The service",
                        [.command(Run.self), .command(Sync.self), .group(agent), .group(provider)]),
                    .init(
                        "Help",
                        [
                            .command(Completions<CommandContext>.self),
                            .command(Help<CommandContext>.self),
                            .command(Complete<CommandContext>.self),
                            .command(Manual<CommandContext>.self),
                        ]),
                ]))
    }

    private static var agent: CommandGroup<CommandContext> {
        CommandGroup(
            "agent", "List, start and stop agents",
            sections: [
                .init(
                    "Commands",
                    [
                        .command(AgentList.self), .command(AgentStart.self),
                        .command(AgentStop.self), .command(AgentRestart.self),
                    ])
            ])
    }

    private static var provider: CommandGroup<CommandContext> {
        CommandGroup(
            "provider", "Look at the installed providers",
            sections: [
                .init(
                    "Commands",
                    [
                        .command(ProviderList.self), .command(ProviderShow.self),
                        .command(ProviderCheck.self),
                    ])
            ])
    }

    private static var profile: CommandGroup<CommandContext> {
        CommandGroup(
            "profile", "Issue, look at and change profiles",
            sections: [
                .init(
                    "Looking",
                    [
                        .command(ProfileList.self), .command(ProfileShow.self),
                        .command(ProfileExport.self), .command(ProfileValidate.self),
                    ]),
                .init(
                    "Changing",
                    [
                        .command(ProfileAdd.self), .command(ProfileChange.self),
                        .command(ProfileEdit.self), .command(ProfileRename.self),
                        .command(ProfileRemove.self), .command(ProfileEnable.self),
                        .command(ProfileDisable.self),
                    ]),
            ])
    }

    private static var discussion: [String] {
        [
            """
            A profile says: on these SSIDs, run this provider against this host. A device that joins \
            such a network starts the provider's agent, and stops it when it leaves.
            """,
            """
            Profiles have a scope: those of the machine (system) are kept by root, those of a user \
            by the user. Commands that change something act on the caller's scope; commands that \
            only read report both, unless --system or --user is given.
            """,
        ]
    }

    private static var examples: [Example] {
        [
            Example(
                """
                localpush profile add cruise-ship --ssid "Cruise Ship Wi-Fi" \
                --provider com.myexample.SimplePush.Provider --host cruiseship.example.com
                """, "Issue a profile"),
            Example("localpush match \"Cruise Ship Wi-Fi\"", "See what would run on a network"),
            Example("localpush status", "See what runs, and why"),
        ]
    }
}
