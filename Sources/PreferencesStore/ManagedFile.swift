import LinuxSystem
package import LocalPushModel
import StrictJSON

/// One of the files in the managed folders that have the name of a profile, and what it counts for.
package struct ManagedFile: Hashable, Sendable {
    /// What a file counts for.
    package enum Standing: Hashable, Sendable {
        /// Its profile is in force.
        case inForce
        /// It cannot be used, for this reason, and yet hides those after it.
        case invalid(problem: String)
        /// It is a link to `/dev/null`, which hides those after it and is no profile.
        case mask
        /// One in an earlier folder goes before it.
        case hidden
    }

    package let path: String
    package let standing: Standing
}

extension PreferencesStore {
    /// The files that have this name, the one that counts first.
    ///
    /// - Parameter profiles: What a look at this store found.
    package func managedFiles(
        named name: ProfileName, among profiles: ProfileSet
    ) -> [ManagedFile] {
        let paths = locations.managedFolders.map { "\($0)/\(name)\(ManagedProfiles.suffix)" }
            .filter { (try? FileStatus(of: $0, followingLinks: false)) != nil }
        return paths.enumerated().map { index, path in
            let standing = index > 0 ? .hidden : standing(of: name, among: profiles)
            return ManagedFile(path: path, standing: standing)
        }
    }

    private func standing(
        of name: ProfileName, among profiles: ProfileSet
    ) -> ManagedFile.Standing {
        let isInForce = profiles.profiles.contains {
            $0.profile.name == name && $0.origin != .stored
        }
        if isInForce { return .inForce }
        let invalid = profiles.invalidFiles.first { $0.name.hasSameBytes(as: name.text) }
        return invalid.map { .invalid(problem: $0.problem) } ?? .mask
    }

    /// Where a file has to be that goes before all others of its name.
    package func overridingFile(of name: ProfileName) -> String? {
        locations.managedFolders.first.map { "\($0)/\(name)\(ManagedProfiles.suffix)" }
    }
}
