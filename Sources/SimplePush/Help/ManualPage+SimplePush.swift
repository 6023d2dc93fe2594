import CommandConsole
import CommandLineKit

extension ManualPage {
    /// The page of simplepush, `man/simplepush.1`.
    static func simplepush(_ spec: CommandSpec) -> ManualPage {
        ManualPage(
            spec, date: "November 30, 2026", environment: environment, files: files,
            exitStatuses: exitStatuses,
            seeAlso: [("dbus-daemon", 1), ("localpush", 1), ("nats-server", 8)])
    }

    private static var environment: Section {
        .init(
            "ENVIRONMENT",
            [
                (
                    "XDG_DATA_HOME",
                    "Where a user's server and a user's apps are; ~/.local/share without it."
                ),
                (
                    "XDG_STATE_HOME",
                    "Where agent and app keep what they remember; ~/.local/state without it."
                ),
                (
                    "DBUS_SESSION_BUS_ADDRESS",
                    "The bus with the notification server and the app; that of the session."
                ),
                ("LC_ALL, LC_MESSAGES, LANG", "The language of notifications, where apps have it."),
                ("NO_COLOR", "When set and not empty, nothing is colored."),
                (
                    "LOCALPUSH_PAGER, PAGER",
                    "The pager for long output on a terminal; less without them, none when empty."
                ),
            ])
    }

    private static var files: Section {
        .init(
            "FILES",
            [
                (
                    "/var/lib/localpush/simplepush-server",
                    "Root's server; a user's is localpush/simplepush-server in $XDG_DATA_HOME."
                ),
                (
                    "$XDG_STATE_HOME/localpush/simplepush/DEVICE",
                    "What the agent of a device remembers; in /var/lib/localpush for root."
                ),
                (
                    "$XDG_STATE_HOME/localpush/apps/com.myexample.SimplePush/calls.json",
                    "The calls of the app."
                ),
                (
                    "$XDG_DATA_HOME/localpush/apps, /etc/localpush/apps.d, /usr/share/localpush/apps",
                    """
                    What apps say of their notifications, BUNDLE-ID.json: name, icon, the actions of \
                    their categories, texts in several languages.
                    """
                ),
            ])
    }

    private static var exitStatuses: [ExitStatusSpec] {
        [
            ExitStatusSpec(.success, "Done, or nothing to do"),
            ExitStatusSpec(.failure, "Failed"),
            ExitStatusSpec(.usage, "Bad usage or a bad value"),
            ExitStatusSpec(.notFound, "No such device"),
            .denied,
            ExitStatusSpec(.conflict, "The server, or the app, runs already"),
            ExitStatusSpec(.storeUnreadable, "A file cannot be read"),
            ExitStatusSpec(.noService, "The server cannot be reached"),
        ]
    }
}
