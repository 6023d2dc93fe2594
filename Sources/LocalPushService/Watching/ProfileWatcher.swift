import LinuxSystem
import LocalPushModel
import PreferencesStore
import ProviderCatalog
import Reconciliation
import SystemdSupport

/// Looks at the store, the managed files and the providers whenever something there has changed.
final class ProfileWatcher {
    /// What a look found.
    struct Look {
        let profiles: ProfileSet
        let providers: [BundleIdentifier: ProviderAvailability]
        /// The generation of the store that is in force.
        let generation: Int
        /// Why the store cannot be read, in words; the profiles are then those of the last good look.
        let problem: String?
    }

    private let store: PreferencesStore
    private let catalog: ProviderCatalog
    private let credentials: Credentials
    private let log: Log
    private let looked: (Look) -> Void
    private var watcher: FolderWatcher?
    private var stored = Preferences()
    private var problem: String?

    /// - Parameter looked: Called, from ``look()`` or the loop, with what each look found.
    init(
        _ settings: ServiceSettings, _ loop: EventLoop, _ log: Log, looked: @escaping (Look) -> Void
    ) throws(SystemError) {
        let store = PreferencesStore(settings.store)
        let catalog = ProviderCatalog(settings.providers)
        self.store = store
        self.catalog = catalog
        credentials = Credentials(settings)
        self.log = log
        self.looked = looked
        watcher = try FolderWatcher(
            loop, folders: { store.watchedFolders() + catalog.watchedFolders() },
            changed: { [weak self] in self?.look() })
    }

    /// Looks now. Watches first, so that no change after the look is missed.
    func look() {
        watcher?.arm()
        let look = store.look()
        switch look.stored {
        case .success(let preferences):
            stored = preferences
            problem = nil
        case .failure(let error):
            if problem != error.description { log.error("\(error)") }
            problem = error.description
        }
        let profiles = look.profileSet(orStored: stored).withProblems { installed in
            installed.profile.isEnabled
                ? credentials.problem(in: installed.profile.providerConfiguration) : nil
        }
        looked(
            Look(
                profiles: profiles, providers: availability(of: profiles),
                generation: stored.generation, problem: problem))
    }

    /// The providers that enabled profiles name.
    private func availability(
        of set: ProfileSet
    ) -> [BundleIdentifier: ProviderAvailability] {
        var availability: [BundleIdentifier: ProviderAvailability] = [:]
        for installed in set.profiles where installed.profile.isEnabled {
            let identifier = installed.profile.providerBundleIdentifier
            guard availability[identifier] == nil else { continue }
            availability[identifier] = catalog.provider(identifier).map(ProviderAvailability.init)
        }
        return availability
    }
}

extension ProviderAvailability {
    init(_ provider: InstalledProvider) {
        if let problem = provider.problems.first {
            self = .unusable(problem: problem)
        } else {
            self = .usable(
                understandsMessages: provider.manifest?.kind.understandsMessages ?? false,
                fingerprint: provider.fingerprint)
        }
    }
}
