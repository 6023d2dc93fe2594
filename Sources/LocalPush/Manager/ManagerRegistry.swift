/// The managers of this process, and the app they belong to.
///
/// Those that have delegates are kept alive here, since an app need not: Apple's sample sets delegates
/// and lets go of the managers.
final class ManagerRegistry {
    // The library belongs to one thread, as every class of it says; nothing else touches this.
    nonisolated(unsafe) static let current = ManagerRegistry()

    /// The bundle identifier of the ``AppPushApplication``; nil where there is none.
    var app: String?
    private var managers: [AppPushManager] = []
    private var living: [ObjectIdentifier: WeakManager] = [:]

    private struct WeakManager {
        weak var manager: AppPushManager?
    }

    /// Knows a manager as long as it lives.
    func note(_ manager: AppPushManager) {
        living[ObjectIdentifier(manager)] = WeakManager(manager: manager)
    }

    /// A manager is no more.
    func forget(_ manager: AppPushManager) { living[ObjectIdentifier(manager)] = nil }

    /// Tells every manager whether its profile is among those whose agents run.
    func tellActive(_ names: Set<String>) {
        for manager in living.values.compactMap(\.manager) {
            manager.isActive = manager.profileName.map(names.contains) ?? false
        }
    }

    /// Keeps a manager as long as its delegate lives.
    func add(_ manager: AppPushManager) {
        managers.removeAll { $0 === manager || $0.delegate == nil }
        managers.append(manager)
    }

    /// The manager, with a delegate, of the profile called `name`: of several the one whose delegate was
    /// set last.
    func manager(ofProfile name: String) -> AppPushManager? {
        managers.last { $0.profileName == name && $0.delegate != nil }
    }
}
