package import LocalPushModel

/// What one look at the store and the managed folders found.
package struct StoreLook: Sendable {
    /// What the preferences file holds, or why it cannot be read.
    package let stored: Result<Preferences, StoreError>
    /// What the managed folders hold.
    package let managed: ManagedProfiles

    /// The profiles of both together, with those marked that are shadowed.
    ///
    /// - Parameter lastGood: what to take for the preferences while they cannot be read.
    package func profileSet(orStored lastGood: Preferences = Preferences()) -> ProfileSet {
        let preferences = (try? stored.get()) ?? lastGood
        return ProfileSet(
            stored: preferences.profiles, managed: managed.profiles,
            invalidFiles: managed.invalidFiles)
    }
}
