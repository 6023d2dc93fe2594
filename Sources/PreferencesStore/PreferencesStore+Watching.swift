package import LinuxSystem

extension PreferencesStore {
    /// The folders to watch so that no change of a profile is missed.
    package func watchedFolders() -> [WatchedFolder] {
        WatchedFolder.watching(
            files: [locations.preferences], folders: locations.managedFolders,
            suffix: ManagedProfiles.suffix)
    }
}
