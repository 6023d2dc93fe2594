package import LinuxSystem

extension PreferencesStore {
    /// The folders to watch so that no change of a profile, nor one that awaits its
    /// confirmation, is missed.
    package func watchedFolders() -> [WatchedFolder] {
        let pending = try? StoreFile(at: locations.preferences).pending
        return WatchedFolder.watching(
            files: [locations.preferences, pending].compactMap(\.self),
            folders: locations.managedFolders, suffix: ManagedProfiles.suffix)
    }
}
