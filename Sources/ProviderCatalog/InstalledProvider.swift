package import LinuxSystem
package import LocalPushModel

/// A provider whose manifest was found.
package struct InstalledProvider: Hashable, Sendable {
    /// What the manifest's file name says.
    package let bundleIdentifier: BundleIdentifier
    /// The path of the manifest.
    package let file: String
    /// What the manifest says; nil when it cannot be read.
    package let manifest: ProviderManifest?
    /// Why the provider is not run, in words; empty when it can be.
    package let problems: [String]
    /// What is worth knowing though the provider can be run, in words.
    package internal(set) var warnings: [String]
    /// Differs when the manifest or the executable was changed.
    package let fingerprint: String
    /// All that the judgement of a usable provider rests on.
    package let evidence: [PathEvidence]

    package init(
        bundleIdentifier: BundleIdentifier, file: String, manifest: ProviderManifest?,
        problems: [String], warnings: [String] = [], fingerprint: String = "",
        evidence: [PathEvidence] = []
    ) {
        self.bundleIdentifier = bundleIdentifier
        self.file = file
        self.manifest = manifest
        self.problems = problems
        self.warnings = warnings
        self.fingerprint = fingerprint
        self.evidence = evidence
    }

    /// Whether its agent can be launched.
    package var isUsable: Bool { problems.isEmpty }

    /// Whether another look would find the same usable provider, as a much quicker look at the evidence
    /// tells.
    package var isStillUsable: Bool {
        isUsable && !evidence.isEmpty && evidence.allSatisfy(\.isStillTrue)
    }
}
