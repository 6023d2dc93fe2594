import Glibc
package import LinuxSystem
package import LocalPushModel

/// Finds the installed providers of one scope, and says which of them may be run.
package struct ProviderCatalog: Sendable {
    package let locations: ProviderLocations

    package init(_ locations: ProviderLocations) {
        self.locations = locations
    }

    private static let suffix = ".json"

    /// Whether a file of this name in a provider folder is taken for a manifest. Files that start with
    /// a dot, as editors' files do, are not.
    package static func isManifest(_ name: String) -> Bool {
        name.hasSuffix(suffix) && !name.hasPrefix(".")
    }

    /// Every provider, sorted by identifier. A file in an earlier folder hides those of its name in
    /// later ones; a link to `/dev/null` hides them without being a provider itself.
    package func providers() -> [InstalledProvider] {
        var files: [String: String] = [:]
        for folder in locations.folders.reversed() {
            let names = (try? FileSystem.names(in: folder)) ?? []
            for name in names where Self.isManifest(name) { files[name] = "\(folder)/\(name)" }
        }
        var providers = files.values.compactMap { provider(at: $0) }.sorted {
            $0.bundleIdentifier < $1.bundleIdentifier
        }
        Self.warnOfSharedUsers(&providers)
        return providers
    }

    /// One user for each provider is what keeps them apart. What root runs is not apart from anything.
    private static func warnOfSharedUsers(_ providers: inout [InstalledProvider]) {
        let byUser = Dictionary(grouping: providers.indices) { providers[$0].manifest?.user }
        for (user, indices) in byUser where indices.count > 1 {
            guard let user, user != "root" else { continue }
            let names = indices.map { providers[$0].bundleIdentifier.text }
            for index in indices {
                let others = names.filter { $0 != providers[index].bundleIdentifier.text }
                providers[index].warnings.append(
                    "it runs as \(user), as does \(others.joined(separator: ", ")): each can stop the other "
                        + "and read what it holds; give each a user of its own")
            }
        }
    }

    /// The provider with this identifier; nil when none is installed.
    package func provider(_ identifier: BundleIdentifier) -> InstalledProvider? {
        var evidence: [PathEvidence] = []
        for folder in locations.folders {
            let path = "\(folder)/\(identifier)\(Self.suffix)"
            evidence.append(PathEvidence(of: path))
            if evidence.last?.isPresent == true { return provider(at: path, evidence: evidence) }
        }
        return nil
    }

    /// The folders to watch so that no change of a manifest is missed.
    package func watchedFolders() -> [WatchedFolder] {
        WatchedFolder.watching(folders: locations.folders, suffix: Self.suffix)
    }

    private func provider(
        at file: String, evidence: [PathEvidence] = []
    ) -> InstalledProvider? {
        guard (try? FileSystem.resolve(file)) != "/dev/null" else { return nil }
        let name = FileSystem.components(file).last.map { String($0.dropLast(Self.suffix.count)) }
        guard let identifier = try? BundleIdentifier(name ?? "") else { return nil }
        return ProviderInspection(file, identifier, locations, evidence: evidence).result
    }
}
