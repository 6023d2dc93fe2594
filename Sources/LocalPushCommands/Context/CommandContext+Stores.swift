import CommandConsole
import LinuxSystem
import LocalPushModel
import PreferencesStore

extension CommandContext {
    /// The scope that the calling user changes: root's is the system's.
    var ownScope: Scope { user == 0 ? .system : .user }

    /// The store that a command changes.
    func store(_ options: StoreOptions) throws(StoreError) -> PreferencesStore {
        let scope = options.scope ?? ownScope
        var locations = try places.locations(scope)
        if let file = storeFile(options) { locations.preferences = file }
        return PreferencesStore(locations)
    }

    /// The file that takes the place of the scope's own store; nil when none does.
    func storeFile(_ options: StoreOptions) -> String? {
        let file = options.file ?? environment["LOCALPUSH_STORE"]
        return file?.isEmpty == true ? nil : file
    }

    /// The stores that a command reads, the caller's own first: both, unless one is chosen.
    func stores(_ options: StoreOptions) throws(StoreError) -> [PreferencesStore] {
        let chosen = try store(options)
        let other: Scope = chosen.locations.scope == .system ? .user : .system
        guard options.scope == nil, storeFile(options) == nil,
            let locations = try? places.locations(other)
        else { return [chosen] }
        return [chosen, PreferencesStore(locations)]
    }

    /// What is in the stores that a command reads, the caller's own first.
    ///
    /// Managed files that cannot be used, and the other scope's store when this user may not read it,
    /// are told on standard error and left out. Throws when the caller's own or the chosen store cannot
    /// be read.
    func looks(_ options: StoreOptions) throws(StoreError) -> [ScopeLook] {
        var looks: [ScopeLook] = []
        for (index, store) in try stores(options).enumerated() {
            let found = store.look()
            if case .failure(let error) = found.stored {
                if index == 0 { throw error }
                noteUnreadable(store, error)
            }
            let look = ScopeLook(
                scope: store.locations.scope, store: store, profiles: found.profileSet(),
                signatures: (try? found.stored.get())?.signatures ?? [:])
            for file in look.profiles.invalidFiles {
                console.note("skipped \(SafeText.escaped(file.file)): \(file.problem)")
            }
            looks.append(look)
        }
        return looks
    }

    private func noteUnreadable(_ store: PreferencesStore, _ error: StoreError) {
        let scope = store.locations.scope.rawValue
        if case .denied = error {
            console.note(
                "the \(scope) scope's own profiles are left out: this user may not read them")
        } else {
            console.note("the \(scope) scope's own profiles are left out: \(error)")
        }
    }
}
