import Glibc
import LinuxSystem
import LocalPushModel
import MessageLines
import PreferencesStore
import ProviderCatalog

extension CommandContext {
    /// The process's own surroundings. Only the executable may use it.
    package static var real: CommandContext {
        let environment = Environment.current
        let outside = Outside.real
        let console = Console(
            output: .standard(STDOUT_FILENO, "standard output"),
            errors: .standard(STDERR_FILENO, "standard error"),
            environment: environment,
            screen: { Terminal.size(of: STDOUT_FILENO) ?? (80, 24) },
            page: { command, text throws(SystemError) in
                try Pager(command: command, environment: environment).show(text)
            })
        let places = Places(
            locations: { scope throws(StoreError) in
                try StoreLocations(of: scope, environment: environment)
            },
            providers: { ProviderLocations(of: $0, environment: environment) },
            controlSocket: { scope in
                ControlSocket.path(of: scope, runtimeDirectory: environment["XDG_RUNTIME_DIR"])
            })
        return CommandContext(
            console: console, environment: environment, user: ProcessIdentity.effectiveUser,
            places: places, outside: outside)
    }
}

/// A descriptor that the process was started with. It is closed with the last stream that uses it.
private final class StandardFile {
    let descriptor: FileDescriptor
    init(_ raw: Int32) { descriptor = FileDescriptor(owning: raw) }
}

extension OutputStream {
    /// The stream of an open descriptor of this process.
    fileprivate static func standard(_ raw: Int32, _ name: String) -> OutputStream {
        let file = StandardFile(raw)
        return OutputStream(isTerminal: ProcessIdentity.isTerminal(raw)) {
            bytes throws(SystemError) in
            do throws(SystemError) { try file.descriptor.writeAll(bytes) } catch {
                throw SystemError("write to", name, errno: error.errno)
            }
        }
    }
}
