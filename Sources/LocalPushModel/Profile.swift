package import StrictJSON

/// One push-manager configuration: on these SSIDs, run this provider with this configuration.
///
/// The names are Apple's (`NEAppPushManager`).
package struct Profile: Hashable, Sendable {
    /// What the profile is called on this device.
    package let name: ProfileName
    /// What people see the profile as.
    package var localizedDescription: String?
    /// The networks that the provider runs on: one or more, none twice, their order without meaning.
    package var matchSSIDs: [SSID]
    /// The provider to run.
    package var providerBundleIdentifier: BundleIdentifier
    /// What the provider is given, unchanged but for each ``CredentialReference`` in it. `host`, when
    /// present, passes ``Host/validate(_:)``.
    package var providerConfiguration: JSONObject
    /// Whether the profile takes part at all.
    package var isEnabled: Bool
    /// What the administrator who issued it says of it; nil for a profile in version 0 for any device.
    package var issue: ProfileIssue?

    package init(
        name: ProfileName,
        localizedDescription: String? = nil,
        matchSSIDs: [SSID],
        providerBundleIdentifier: BundleIdentifier,
        providerConfiguration: JSONObject = [:],
        isEnabled: Bool = true, issue: ProfileIssue? = nil
    ) {
        self.name = name
        self.localizedDescription = localizedDescription
        self.matchSSIDs = matchSSIDs
        self.providerBundleIdentifier = providerBundleIdentifier
        self.providerConfiguration = providerConfiguration
        self.isEnabled = isEnabled
        self.issue = issue
    }

    /// This profile under another name.
    package func renamed(_ name: ProfileName) -> Profile {
        Profile(
            name: name, localizedDescription: localizedDescription, matchSSIDs: matchSSIDs,
            providerBundleIdentifier: providerBundleIdentifier,
            providerConfiguration: providerConfiguration, isEnabled: isEnabled, issue: issue)
    }

    /// Whether the two say the same: they are equal, but that the order of SSIDs does not count.
    package func isEquivalent(to other: Profile) -> Bool {
        var reordered = other
        if matchSSIDs != other.matchSSIDs {
            guard matchSSIDs.count == other.matchSSIDs.count,
                Set(matchSSIDs) == Set(other.matchSSIDs)
            else { return false }
            reordered.matchSSIDs = matchSSIDs
        }
        // Compared as bytes: Swift's == takes a composed and a decomposed letter for the same.
        return self == reordered
            && (localizedDescription ?? "").utf8.elementsEqual(
                (other.localizedDescription ?? "").utf8)
    }
}
