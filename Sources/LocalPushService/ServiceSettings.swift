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
    /// How long a lost network keeps its agents.
    package var grace: Duration

    package init(
        scope: Scope, store: StoreLocations, providers: ProviderLocations, runtimeFolder: String,
        keeper: String, grace: Duration = .seconds(5)
    ) {
        self.scope = scope
        self.store = store
        self.providers = providers
        self.runtimeFolder = runtimeFolder
        self.keeper = keeper
        self.grace = grace
    }
}
