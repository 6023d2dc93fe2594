package import LocalPushModel

/// What a store holds: the profiles that commands save, in the order they were saved.
package struct Preferences: Sendable {
    /// How many changes were made before this one; 0 for a store that does not exist yet.
    package let generation: Int

    /// The profiles, no name twice, the one saved last at the end.
    package private(set) var profiles: [Profile]

    /// Preferences that are known. No two of `profiles` may have one name.
    package init(generation: Int = 0, profiles: [Profile] = []) {
        self.generation = generation
        self.profiles = profiles
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
    }

    /// Removes the profile called `name`; returns whether there was one.
    @discardableResult
    package mutating func remove(_ name: ProfileName) -> Bool {
        let count = profiles.count
        profiles.removeAll { $0.name == name }
        return profiles.count < count
    }

    /// Saves `input`, in which no two have one name, so that its order becomes save order.
    ///
    /// The first profiles of `input` stay where they are as long as they are here already, in that
    /// order and unchanged. All from the first difference on go to the end. So a second time changes
    /// nothing, and a change to one profile does not move those before it.
    ///
    /// - Parameter pruning: whether profiles that `input` does not name are removed.
    package mutating func apply(_ input: [Profile], pruning: Bool) {
        let names = Set(input.map(\.name))
        var settled = input.startIndex
        for profile in profiles where names.contains(profile.name) {
            guard settled < input.endIndex, profile.isEquivalent(to: input[settled]) else { break }
            settled += 1
        }
        let moving = Set(input[settled...].map(\.name))
        profiles.removeAll { moving.contains($0.name) || (pruning && !names.contains($0.name)) }
        profiles += input[settled...]
    }

    /// Whether both hold the same profiles in the same order, whatever the generation.
    package func hasSameProfiles(as other: Preferences) -> Bool {
        profiles.elementsEqual(other.profiles) { $0.isEquivalent(to: $1) }
    }
}
