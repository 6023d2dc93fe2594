package import LocalPushModel

/// What becomes of each profile when one state of a store follows another.
package struct PreferencesDifference: Sendable {
    /// What becomes of one profile.
    package enum Change: Sendable {
        /// It is new.
        case added(Profile)
        /// It says something else.
        case changed(from: Profile, to: Profile)
        /// It says the same and comes after one that it came before: of the two, it is now preferred.
        case moved(Profile)
        /// It is as it was, and somebody has signed it, whom this names.
        case signed(Profile, by: String)
        /// It is as it was.
        case unchanged(Profile)
        /// It is gone.
        case removed(Profile)
    }

    /// A change for each profile: in the order of what follows, then those that are gone.
    package let changes: [Change]

    /// Whether anything is different.
    package let isEmpty: Bool

    /// Nothing became of anything.
    package static let none = PreferencesDifference(from: Preferences(), to: Preferences())

    /// What makes `after` of `before`.
    package init(from before: Preferences, to after: Preferences) {
        var places: [ProfileName: Int] = [:]
        places.reserveCapacity(before.profiles.count)
        for (place, profile) in before.profiles.enumerated() { places[profile.name] = place }
        var changes: [Change] = []
        changes.reserveCapacity(after.profiles.count)
        var latest = -1
        for profile in after.profiles {
            guard let place = places.removeValue(forKey: profile.name) else {
                changes.append(.added(profile))
                continue
            }
            let old = before.profiles[place]
            guard old.isEquivalent(to: profile) else {
                changes.append(.changed(from: old, to: profile))
                continue
            }
            if place < latest {
                changes.append(.moved(profile))
            } else if before.signatures[profile.name] == nil,
                let signature = after.signatures[profile.name]
            {
                changes.append(.signed(profile, by: signature.signer))
            } else {
                changes.append(.unchanged(profile))
            }
            latest = max(latest, place)
        }
        changes += places.values.sorted().map { .removed(before.profiles[$0]) }
        self.changes = changes
        isEmpty = changes.allSatisfy(\.isNothing)
    }
}

extension PreferencesDifference.Change {
    /// The profile's name.
    package var name: ProfileName {
        switch self {
        case .added(let profile), .moved(let profile), .unchanged(let profile),
            .removed(let profile), .changed(_, let profile), .signed(let profile, _):
            profile.name
        }
    }

    /// Whether the profile is as it was.
    package var isNothing: Bool {
        if case .unchanged = self { return true }
        return false
    }
}
