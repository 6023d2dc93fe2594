package import LocalPushModel

/// Which profiles would run on given networks, and why the others would not.
package struct ProfileMatcher: Sendable {
    /// What becomes of a profile on these networks, providers and hands aside.
    package enum Outcome: Hashable, Sendable {
        /// It is the one to run for its provider.
        case wins
        /// Another profile of the same provider matches too and is preferred.
        case superseded(by: InstalledProfile)
        /// None of its SSIDs is among the networks.
        case doesNotMatch
        /// It is switched off.
        case disabled
        /// A managed profile of the same name hides it.
        case shadowed
    }

    /// A profile on the provider that it has an agent of.
    package struct Tenant: Hashable, Sendable {
        package let name: ProfileName
        package let provider: BundleIdentifier

        package init(_ profile: Profile) {
            name = profile.name
            provider = profile.providerBundleIdentifier
        }
    }

    /// One profile, judged.
    package struct Verdict: Hashable, Sendable {
        package let installed: InstalledProfile
        package let outcome: Outcome
        /// The first of the networks that the profile has an SSID for, switched off or not.
        package let matchedSSID: SSID?
    }

    /// A verdict for each profile, in the order of the set.
    package let verdicts: [Verdict]

    /// Judges every profile of `set`.
    ///
    /// - Parameters:
    ///   - ssids: The SSIDs of the joined networks.
    ///   - retained: Networks that were lost a moment ago, for those who may still count on them.
    package init(
        _ set: ProfileSet, on ssids: [SSID], retained: [Tenant: [SSID]] = [:]
    ) {
        var winners: [BundleIdentifier: InstalledProfile] = [:]
        let matches = set.profiles.map { installed in
            let candidates = ssids + (retained[Tenant(installed.profile)] ?? [])
            let matched = candidates.first(where: installed.profile.matchSSIDs.contains)
            if matched != nil, installed.profile.isEnabled, !installed.isShadowed {
                // The last of the set's order is the one preferred.
                winners[installed.profile.providerBundleIdentifier] = installed
            }
            return matched
        }
        verdicts = zip(set.profiles, matches).map { installed, matched in
            let winner = winners[installed.profile.providerBundleIdentifier]
            let outcome = Self.outcome(installed, isMatch: matched != nil, winner: winner)
            return Verdict(installed: installed, outcome: outcome, matchedSSID: matched)
        }
    }

    /// The profile to run for each provider.
    package var winners: [BundleIdentifier: Verdict] {
        var winners: [BundleIdentifier: Verdict] = [:]
        for verdict in verdicts where verdict.outcome == .wins {
            winners[verdict.installed.profile.providerBundleIdentifier] = verdict
        }
        return winners
    }

    private static func outcome(
        _ installed: InstalledProfile, isMatch: Bool, winner: InstalledProfile?
    ) -> Outcome {
        if installed.isShadowed { return .shadowed }
        if !installed.profile.isEnabled { return .disabled }
        guard isMatch, let winner else { return .doesNotMatch }
        return winner.profile.name == installed.profile.name ? .wins : .superseded(by: winner)
    }
}
