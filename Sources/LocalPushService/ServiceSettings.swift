package import LocalPushModel
package import PreferencesStore
package import ProviderCatalog

/// What a service is told at its start.
package struct ServiceSettings: Sendable {
    /// Whose profiles it looks after.
    package var scope: Scope
    /// Where those are.
    package var store: StoreLocations
    /// Where the providers are.
    package var providers: ProviderLocations
    /// The folder for the socket and other files of the moment.
    package var runtimeFolder: String
    /// The path of localpush-keeper.
    package var keeper: String
    /// The address of the bus that the service is on, of the system or of the user's session; nil for
    /// none.
    package var bus: String?
    /// The address of the system bus, where logind tells of sleep; nil to follow no sleep.
    package var systemBus: String?
    /// The folder of the credentials that systemd gave the service; nil for none.
    package var credentials: String?
    /// How long a lost network keeps its agents.
    package var grace: Duration

    package init(
        scope: Scope, store: StoreLocations, providers: ProviderLocations, runtimeFolder: String,
        keeper: String, bus: String? = nil, systemBus: String? = nil,
        credentials: String? = nil, grace: Duration = .seconds(5)
    ) {
        self.scope = scope
        self.store = store
        self.providers = providers
        self.runtimeFolder = runtimeFolder
        self.keeper = keeper
        self.bus = bus
        self.systemBus = systemBus
        self.credentials = credentials
        self.grace = grace
    }
}
