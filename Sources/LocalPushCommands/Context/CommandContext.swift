package import CommandConsole
package import Glibc
package import LinuxSystem
package import LocalPushModel
package import PreferencesStore
package import ProviderCatalog

/// Everything that a command acts through. The executable makes the real one; a test makes one that
/// captures what is printed and fails on effects it did not expect.
package struct CommandContext {
    /// What is said.
    package let console: Console
    /// The process's environment variables.
    package let environment: Environment
    /// The effective user; 0 is root.
    package let user: uid_t
    /// Where things are.
    package let places: Places
    /// What is done beyond files.
    package let outside: Outside

    /// Where things are on this machine.
    package struct Places {
        /// The store and the managed folders of a scope.
        package var locations: (Scope) throws(StoreError) -> StoreLocations
        /// The folders of a scope's providers.
        package var providers: (Scope) -> ProviderLocations
        /// The socket of a scope's service; nil when it cannot be known.
        package var controlSocket: (Scope) -> String?
        /// The folder of the certificates that may sign profiles.
        package var trustFolder: String
        /// The file that says what profiles this device takes.
        package var policyFile: String

        /// Places that are known.
        package init(
            locations: @escaping (Scope) throws(StoreError) -> StoreLocations,
            providers: @escaping (Scope) -> ProviderLocations,
            controlSocket: @escaping (Scope) -> String?,
            trustFolder: String = "/etc/localpush/trust.d",
            policyFile: String = DevicePolicy.standardFile
        ) {
            self.locations = locations
            self.providers = providers
            self.controlSocket = controlSocket
            self.trustFolder = trustFolder
            self.policyFile = policyFile
        }
    }

    /// A context of these parts.
    package init(
        console: Console, environment: Environment, user: uid_t, places: Places, outside: Outside
    ) {
        self.console = console
        self.environment = environment
        self.user = user
        self.places = places
        self.outside = outside
    }
}
