/// The managers of this process that have delegates, and the app they belong to.
///
/// They are kept here, since an app need not: Apple's sample sets delegates and lets go of the
/// managers.
final class ManagerRegistry {
    // The library belongs to one thread, as every class of it says; nothing else touches this.
    nonisolated(unsafe) static let current = ManagerRegistry()

    /// The bundle identifier of the ``AppPushApplication``; nil where there is none.
    var app: String?
    private var managers: [AppPushManager] = []

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
