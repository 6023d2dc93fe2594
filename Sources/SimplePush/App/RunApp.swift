import CommandConsole
import CommandLineKit
import LinuxSystem
import LocalPush
import LocalPushModel

/// `app`: the containing app.
struct RunApp: Command {
    var idleTime: Duration?

    static let name = "app"
    static let summary = "Ring when a call comes in (started by D-Bus)"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                """
                The app that calls are for, com.myexample.SimplePush: it shows a notification that \
                rings until the call is accepted, declined, taken back or missed. D-Bus starts it when \
                a call comes in; started by hand it shows what it is told, such as clicks on \
                notifications.
                """,
                """
                Where there is no notification server it waits for one as long as it takes, whatever \
                --idle says: a missed call is told as soon as there is a screen. What it has yet to \
                tell is kept on the disk, too, for the next start.
                """,
                """
                Prints what happens on standard output, one JSON object a line: incomingCall, what a \
                provider reported; call, what became of one; message, what was clicked, or is for the \
                app alone.
                """,
            ],
            options: [
                .value(
                    "--idle", \.idleTime, .span,
                    "End after so long with nothing to do or to tell: for D-Bus, which starts it again."
                )
            ],
            examples: [Example("simplepush app", "Wait for calls, and show what comes in")],
            exitStatuses: [ExitStatusSpec(.conflict, "The app runs already")])
    }

    func run(in context: SimplePushContext) throws -> ExitStatus {
        let app = try ContainingApp(in: context, idleTime: idleTime)
        return try app.run() == 0 ? .success : .failure
    }
}
