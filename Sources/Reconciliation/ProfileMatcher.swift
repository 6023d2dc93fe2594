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
        let winners = Self.winners(of: set, on: ssids, retained: retained)
        verdicts = set.profiles.map { installed in
            let matched = Self.match(installed.profile, ssids, retained)
            let winner = winners[installed.profile.providerBundleIdentifier]
            let outcome = Self.outcome(installed, isMatch: matched != nil, winner: winner)
            return Verdict(installed: installed, outcome: outcome, matchedSSID: matched)
        }
    }

    /// The profile to run for each provider: those whose outcome is ``Outcome/wins``, found without
    /// judging all others.
    static func winners(
        of set: ProfileSet, on ssids: [SSID], retained: [Tenant: [SSID]]
    ) -> [BundleIdentifier: InstalledProfile] {
        var winners: [BundleIdentifier: InstalledProfile] = [:]
        for installed in set.profiles where installed.profile.isEnabled && !installed.isShadowed {
            guard match(installed.profile, ssids, retained) != nil else { continue }
            // The last of the set's order is the one preferred.
            winners[installed.profile.providerBundleIdentifier] = installed
        }
        return winners
    }

    private static func match(
        _ profile: Profile, _ ssids: [SSID], _ retained: [Tenant: [SSID]]
    ) -> SSID? {
        if let ssid = ssids.first(where: profile.matchSSIDs.contains) { return ssid }
        if retained.isEmpty { return nil }
        return retained[Tenant(profile)]?.first(where: profile.matchSSIDs.contains)
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
