/// The profiles of one scope on disk: the preferences file and the managed folders.
///
/// Beside `preferences.json` lie
/// - `preferences.json.lock`;
/// - `preferences.json.last-good`, the copy of what was last written;
/// - `preferences.json.new`, while it is written;
/// - `preferences.json.pending`, while a change awaits its confirmation;
/// - `preferences.json.signed`, a folder of the signed files that profiles were brought by.
///
/// Where the path is a link, it stays one, and these lie beside the file that it leads to.
package struct PreferencesStore: Sendable {
    /// Where everything is.
    package let locations: StoreLocations

    /// The store at `locations`. Nothing is looked at yet.
    package init(_ locations: StoreLocations) { self.locations = locations }

    /// What the preferences file holds now. A file that is missing holds nothing.
    package func load() throws(StoreError) -> Preferences {
        try StoreFile(at: locations.preferences).read().preferences
    }

    /// What the managed folders hold now.
    package func managedProfiles() -> ManagedProfiles {
        ManagedProfiles(in: locations.managedFolders)
    }

    /// Everything that is there now. Never fails as a whole: each part tells of its own trouble.
    package func look() -> StoreLook {
        let stored = Result { () throws(StoreError) in try load() }
        return StoreLook(stored: stored, managed: managedProfiles())
    }

    /// Starts a change: waits for the lock up to `patience`, which others then wait for, and reads.
    ///
    /// The folder is made when it is missing. Where the lock cannot be taken because the user may not
    /// write there or the file system is read-only, the change still starts, and fails only when it
    /// is committed and not empty.
    ///
    /// A change whose time for confirmation is over is taken back first.
    ///
    /// Throws ``StoreError/busy(lock:)`` when `patience` has run out,
    /// ``StoreError/awaitsConfirmation(until:)`` while a change awaits it, and what ``load()`` throws.
    package func begin(
        patience: Duration = .seconds(10)
    ) throws(StoreError) -> StoreTransaction {
        let file = try StoreFile(at: locations.preferences)
        let lock = try StoreLock(of: file, in: locations.scope, patience: patience)
        let contents = lock.isHeld ? try file.readSettled() : try file.read()
        return StoreTransaction(file, contents, lock: lock)
    }
}
