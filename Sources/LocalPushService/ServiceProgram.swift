import Glibc
package import LinuxSystem
import LocalPushModel
import MessageLines
import PreferencesStore
import ProviderCatalog
import SystemdSupport

/// The program localpushd: runs the service of one scope until it is told to end.
///
/// Its command line is `localpush run`'s business: `--system` or `--user`, then optionally
/// `--store FILE` and `--grace SECONDS`.
package enum ServiceProgram {
    /// Runs the service; returns the program's exit status, of the contract's list.
    package static func run(arguments: [String], environment: Environment) -> Int32 {
        let log = Log.service("localpushd", environment: environment)
        do {
            let settings = try settings(arguments, environment)
            let mode: UInt32 = settings.scope == .system ? 0o755 : 0o700
            try FileSystem.makeFolders(settings.runtimeFolder, mode: mode)
            let loop = try EventLoop()
            let service = try Service(settings, loop: loop, log: log)
            // First: whoever sees the service ready may tell it to stop.
            let signals = try [SIGTERM, SIGINT].map { signal in
                try loop.signal(signal) {
                    let reason = stopReason(of: settings.scope)
                    log.info("stop the service: \(reason.name) (\(reason.rawValue))")
                    service.stop(reason)
                }
            }
            let hangUp = try loop.signal(SIGHUP) { service.lookAtEverything() }
            try service.start()
            return try withExtendedLifetime((signals, hangUp)) { try loop.run() }
        } catch let refusal as StartRefusal {
            log.error(refusal.problem)
            return refusal.exitStatus
        } catch let error as SystemError where error.isTimeout {
            let file = SafeText.escaped(error.subject ?? "")
            log.error(
                "cannot start: another service, or an agent of an earlier one, still runs; find it "
                    + "with: fuser -v \(file)")
            return 1
        } catch {
            log.error("cannot start: \(SafeText.escaped("\(error)"))")
            return 1
        }
    }

    /// A user's service ends with the user's sessions; one whose program was replaced is stopped for
    /// the sake of the new one.
    private static func stopReason(of scope: Scope) -> ProviderStopReason {
        if scope == .user, UserSessions.areEnding(of: ProcessIdentity.effectiveUser) {
            return .userLogout
        }
        return ProcessImage.isReplaced ? .appUpdate : .userInitiated
    }

    /// Why the service does not start.
    private struct StartRefusal: Error {
        let exitStatus: Int32
        let problem: String
    }

    private static func settings(
        _ arguments: [String], _ environment: Environment
    ) throws -> ServiceSettings {
        var scope = ProcessIdentity.effectiveUser == 0 ? Scope.system : .user
        var store: String?
        var grace = Duration.seconds(5)
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--system": scope = .system
            case "--user": scope = .user
            case "--store": store = rest.popFirst()
            case "--grace": grace = try seconds(rest.popFirst())
            default:
                throw StartRefusal(
                    exitStatus: 2, problem: "unknown argument \(SafeText.quoted(word))")
            }
        }
        return try settings(scope, store: store, grace: grace, environment)
    }

    private static func settings(
        _ scope: Scope, store: String?, grace: Duration, _ environment: Environment
    ) throws -> ServiceSettings {
        if scope == .system, ProcessIdentity.effectiveUser != 0 {
            throw StartRefusal(
                exitStatus: 5, problem: "only root may run the service of the system")
        }
        var locations = try StoreLocations(of: scope, environment: environment)
        if let store { locations.preferences = store }
        let runtimeFolder = ControlSocket.folder(
            of: scope, runtimeDirectory: environment["XDG_RUNTIME_DIR"])
        guard let runtimeFolder else {
            throw StartRefusal(
                exitStatus: 1,
                problem:
                    "XDG_RUNTIME_DIR is not set; the service of a user runs in the user's session")
        }
        return ServiceSettings(
            scope: scope, store: locations,
            providers: ProviderLocations(of: scope, environment: environment),
            runtimeFolder: runtimeFolder, keeper: try keeper(),
            bus: scope == .system
                ? BusAddress.system(environment) : BusAddress.session(environment),
            systemBus: BusAddress.system(environment),
            credentials: environment["CREDENTIALS_DIRECTORY"], grace: grace)
    }

    private static func seconds(_ text: String?) throws -> Duration {
        guard let text, let seconds = Double(text), (0...3600).contains(seconds) else {
            throw StartRefusal(exitStatus: 2, problem: "--grace takes seconds, 0 to 3600")
        }
        return .seconds(seconds)
    }

    /// localpush-keeper lies beside this program.
    private static func keeper() throws -> String {
        let program = try FileSystem.resolve("/proc/self/exe")
        let folder = FileSystem.components(program).dropLast().joined(separator: "/")
        return "/\(folder)/localpush-keeper"
    }
}
