import CommandConsole
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
        let console = Console.real(Program.name, environment: environment)
        let places = Places(
            locations: { scope throws(StoreError) in
                try StoreLocations(of: scope, environment: environment)
            },
            providers: {
                var locations = ProviderLocations(of: $0, environment: environment)
                locations.units = UnitFolders(of: $0, environment: environment)
                return locations
            },
            controlSocket: { scope in
                ControlSocket.path(of: scope, runtimeDirectory: environment["XDG_RUNTIME_DIR"])
            })
        return CommandContext(
            console: console, environment: environment, user: ProcessIdentity.effectiveUser,
            places: places, outside: outside)
    }
}
