package import LocalPushModel

/// What a store holds: the profiles that commands save, in the order they were saved.
package struct Preferences: Sendable {
    /// How many changes were made before this one; 0 for a store that does not exist yet.
    package let generation: Int

    /// The profiles, no name twice, the one saved last at the end.
    package internal(set) var profiles: [Profile]

    /// The names of the profiles whose contents ``apply(_:pruning:)`` brought: those that it may remove
    /// again. Whoever changes one by hand leaves it the files' own; one that is renamed by hand, or
    /// removed and added again, is no longer.
    package internal(set) var applied: Set<ProfileName>

    /// Who signed the files that profiles were brought by.
    package internal(set) var signatures: [ProfileName: SignatureRecord]

    /// Preferences that are known. No two of `profiles` may have one name, and each of `applied` and of
    /// `signatures` is the name of one.
    package init(
        generation: Int = 0, profiles: [Profile] = [], applied: Set<ProfileName> = [],
        signatures: [ProfileName: SignatureRecord] = [:]
    ) {
        self.generation = generation
        self.profiles = profiles
        self.applied = applied
        self.signatures = signatures
    }

    /// The profile called `name`, if there is one.
    package subscript(_ name: ProfileName) -> Profile? {
        profiles.first { $0.name == name }
    }

    /// Puts `profile` at the end, in place of the one called `name`, which is its own name unless it
    /// is given a new one. Nothing happens when it says the same as the one there.
    package mutating func save(_ profile: Profile, replacing name: ProfileName? = nil) {
        let old = self[name ?? profile.name]
        if let old, old.name == profile.name, old.isEquivalent(to: profile) { return }
        profiles.removeAll { $0.name == profile.name || $0.name == name }
        profiles.append(profile)
        signatures[profile.name]?.isChanged = true
        if let name, name != profile.name {
            applied.subtract([name, profile.name])
            signatures[name] = nil
        }
    }

    /// Removes the profile called `name`; returns whether there was one.
    @discardableResult
    package mutating func remove(_ name: ProfileName) -> Bool {
        let count = profiles.count
        profiles.removeAll { $0.name == name }
        applied.remove(name)
        signatures[name] = nil
        return profiles.count < count
    }

    /// Whether both hold the same profiles in the same order, signed by the same, whatever the generation.
    package func hasSameProfiles(as other: Preferences) -> Bool {
        signatures == other.signatures
            && profiles.elementsEqual(other.profiles) { $0.isEquivalent(to: $1) }
    }
}
