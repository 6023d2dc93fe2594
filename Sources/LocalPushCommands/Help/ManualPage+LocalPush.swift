import CommandConsole
import CommandLineKit

extension ManualPage {
    /// The page of localpush, `man/localpush.1`.
    static func localpush(_ spec: CommandSpec) -> ManualPage {
        ManualPage(
            spec, date: "November 30, 2026", environment: environment, files: files,
            exitStatuses: exitStatuses,
            seeAlso: [
                ("nmcli", 1), ("simplepush", 1), ("localpush-profile", 5),
                ("localpush-provider", 5), ("iw", 8), ("localpush", 8),
            ])
    }

    private static var environment: Section {
        .init(
            "ENVIRONMENT",
            [
                ("LOCALPUSH_STORE", "The store to use instead of the scope's own, as --store."),
                ("XDG_CONFIG_HOME", "Where the user's store is; ~/.config without it."),
                ("XDG_DATA_HOME", "Where the user's providers are; ~/.local/share without it."),
                ("NO_COLOR", "When set and not empty, nothing is colored."),
                (
                    "LOCALPUSH_PAGER, PAGER",
                    "The pager for long output on a terminal; less without them, none when empty."
                ),
                ("VISUAL, EDITOR", "The editor of profile edit."),
            ])
    }

    private static var files: Section {
        .init(
            "FILES",
            [
                ("/etc/localpush/preferences.json", "The store of the system scope."),
                ("$XDG_CONFIG_HOME/localpush/preferences.json", "The store of a user."),
                (
                    "/etc/localpush/SCOPE.d, /run/localpush/SCOPE.d, /usr/lib/localpush/SCOPE.d",
                    """
                    Managed profiles, one a file; SCOPE is system or user. A file in /etc beats one of \
                    the same name in /run, which beats one in /usr/lib.
                    """
                ),
                (
                    "/etc/localpush/providers.d, /usr/lib/localpush/providers.d",
                    "Manifests of installed providers."
                ),
                ("$XDG_DATA_HOME/localpush/providers", "Manifests of a user's own providers."),
            ])
    }

    private static var exitStatuses: [ExitStatusSpec] {
        [
            ExitStatusSpec(.success, "Done, or nothing to do"),
            ExitStatusSpec(.failure, "Failed"),
            ExitStatusSpec(.usage, "Bad usage or a bad value"),
            ExitStatusSpec(.notActive, "Not active; for ssid: not connected"),
            ExitStatusSpec(.notFound, "No such profile, provider or interface"),
            .denied, .conflict, .storeUnreadable, .noService, .invalidProfile,
        ]
    }
}
