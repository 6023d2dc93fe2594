import LinuxSystem
import LocalPushModel
import MessageLines
package import PreferencesStore
package import ProviderCatalog

/// Where an app's configurations are kept, and whose they are.
package struct PreferencesDomain {
    /// The profiles of the scope.
    package var store: PreferencesStore
    /// The providers that are installed.
    package var providers: ProviderCatalog
    /// The service's private socket; nil where nothing says where it would be.
    package var socket: String?
    /// The app whose profiles these are; nil for all.
    package var app: String?

    package init(
        store: PreferencesStore, providers: ProviderCatalog, socket: String? = nil,
        app: String? = nil
    ) {
        self.store = store
        self.providers = providers
        self.socket = socket
        self.app = app
    }

    /// The domain of this process: the system's for root, unless it is an app in a session; a user's
    /// own for all others. `LOCALPUSH_STORE` names another preferences file.
    static func ofThisProcess() throws(StoreError) -> PreferencesDomain {
        let environment = Environment.current
        let scope = scopeOfThisProcess
        var locations = try StoreLocations(of: scope, environment: environment)
        if let store = environment["LOCALPUSH_STORE"] { locations.preferences = store }
        return PreferencesDomain(
            store: PreferencesStore(locations),
            providers: ProviderCatalog(ProviderLocations(of: scope, environment: environment)),
            socket: ControlSocket.path(
                of: scope, runtimeDirectory: environment["XDG_RUNTIME_DIR"]),
            app: ManagerRegistry.current.app)
    }

    /// Whose profiles this process has to do with.
    static var scopeOfThisProcess: Scope {
        let isApp = ManagerRegistry.current.app != nil
        let isSession = isApp && Environment.current["XDG_RUNTIME_DIR"] != nil
        return ProcessIdentity.effectiveUser == 0 && !isSession ? .system : .user
    }

    /// The profiles of the app that are in force, managed ones included, in the order of their names.
    func profiles() throws(StoreError) -> [InstalledProfile] {
        let look = store.look()
        _ = try look.stored.get()
        return look.profileSet().profiles
            .filter { !$0.isShadowed && isOwn($0.profile) }
            .sorted { $0.profile.name < $1.profile.name }
    }

    /// Whether the profile's provider belongs to the app, by its manifest.
    private func isOwn(_ profile: Profile) -> Bool {
        guard let app else { return true }
        let manifest = providers.provider(profile.providerBundleIdentifier)?.manifest
        return manifest?.containingApp?.text == app
    }

    /// The names of the profiles whose agents run, as the service tells; none when it does not.
    func activeNames() -> Set<String> {
        guard let socket, let report = ServiceLook.status(at: socket) else { return [] }
        return report.activeNames
    }
}
