package import LocalPushModel

extension Preferences {
    /// Which of the profiles that the input does not name are removed.
    package enum Pruning: Sendable {
        /// None.
        case nothing
        /// Those that came by an earlier ``Preferences/apply(_:pruning:)``.
        case applied
        /// All.
        case everything
    }

    /// Saves `input`, in which no two have one name, so that its order becomes save order.
    ///
    /// The first profiles of `input` stay where they are as long as they are here already, in that
    /// order and unchanged. All from the first difference on go to the end. So a second time changes
    /// nothing, and a change to one profile does not move those before it.
    ///
    /// What is added or changed counts as ``applied`` from then on; what is here already, and the same,
    /// stays what it was, but that somebody has signed it by now is noted.
    ///
    /// - Parameter signers: who signed the files of those that are signed.
    package mutating func apply(
        _ input: [Profile], pruning: Pruning, signers: [ProfileName: SignatureRecord] = [:]
    ) {
        let names = Set(input.map(\.name))
        let brought = newNames(in: input)
        var settled = input.startIndex
        for profile in profiles where names.contains(profile.name) {
            guard settled < input.endIndex, profile.name == input[settled].name,
                !brought.contains(profile.name)
            else { break }
            settled += 1
        }
        let moving = Set(input[settled...].map(\.name))
        let unwanted = prunable(pruning).subtracting(names)
        profiles.removeAll { moving.contains($0.name) || unwanted.contains($0.name) }
        profiles += input[settled...]
        applied = applied.union(brought).subtracting(unwanted)
        for name in unwanted { signatures[name] = nil }
        for (name, signer) in signers where brought.contains(name) || signatures[name] == nil {
            signatures[name] = signer
        }
        for name in brought where signers[name] == nil { signatures[name] = nil }
    }

    /// The names of those of `input` that are not here, or differ.
    private func newNames(in input: [Profile]) -> Set<ProfileName> {
        let old = Dictionary(uniqueKeysWithValues: profiles.map { ($0.name, $0) })
        let new = input.filter { old[$0.name]?.isEquivalent(to: $0) != true }
        return Set(new.map(\.name))
    }

    private func prunable(_ pruning: Pruning) -> Set<ProfileName> {
        switch pruning {
        case .nothing: []
        case .applied: applied
        case .everything: Set(profiles.map(\.name))
        }
    }
}
