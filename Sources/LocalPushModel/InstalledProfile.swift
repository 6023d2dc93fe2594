/// A profile as it is found on a device, with where it came from.
package struct InstalledProfile: Hashable, Sendable {
    /// Where a profile comes from.
    package enum Origin: Hashable, Sendable {
        /// The preferences store, which the editing commands change.
        case stored
        /// A file of the administrator's, at this path; the editing commands only read it.
        case managed(file: String)

        /// The word for every managed origin.
        package static let managedWord = "managed"

        /// The word for it in JSON and in lists: `stored` or `managed`.
        package var word: String {
            switch self {
            case .stored: "stored"
            case .managed: Self.managedWord
            }
        }
    }

    /// The profile.
    package let profile: Profile
    /// Where it comes from.
    package let origin: Origin
    /// Whether a managed profile of the same name hides this stored one.
    package let isShadowed: Bool
    /// What this device lacks that the profile needs besides its provider, in words; nil for nothing.
    package var problem: String?

    package init(_ profile: Profile, origin: Origin, isShadowed: Bool = false) {
        self.profile = profile
        self.origin = origin
        self.isShadowed = isShadowed
    }
}
