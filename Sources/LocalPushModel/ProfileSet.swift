/// Every profile of one scope, as one look at the store and the managed folders found them.
package struct ProfileSet: Hashable, Sendable {
    /// A managed file that cannot be used. The other files stay in force.
    package struct InvalidFile: Hashable, Sendable {
        /// The file's name without `.json`, which is the name its profile should have.
        package let name: String
        /// The path of the file.
        package let file: String
        /// What is wrong with it, in words.
        package let problem: String

        package init(name: String, file: String, problem: String) {
            self.name = name
            self.file = file
            self.problem = problem
        }
    }

    /// The profiles, the one that loses first: stored ones in the order they were last saved, then
    /// managed ones by file name. Of several that match for one provider, the last wins.
    package let profiles: [InstalledProfile]
    /// The managed files that cannot be used.
    package let invalidFiles: [InvalidFile]

    package init(profiles: [InstalledProfile] = [], invalidFiles: [InvalidFile] = []) {
        self.profiles = profiles
        self.invalidFiles = invalidFiles
    }

    /// The set of `stored` profiles, in save order, and `managed` ones, by file name: marks those
    /// stored profiles as shadowed whose name a managed profile has.
    package init(
        stored: [Profile], managed: [(profile: Profile, file: String)],
        invalidFiles: [InvalidFile] = []
    ) {
        let managedNames = Set(managed.map(\.profile.name))
        let fromStore = stored.map {
            InstalledProfile($0, origin: .stored, isShadowed: managedNames.contains($0.name))
        }
        let fromFiles = managed.map {
            InstalledProfile($0.profile, origin: .managed(file: $0.file))
        }
        self.init(profiles: fromStore + fromFiles, invalidFiles: invalidFiles)
    }

    /// This set with each profile's ``InstalledProfile/problem`` as `problem` tells it.
    package func withProblems(_ problem: (InstalledProfile) -> String?) -> ProfileSet {
        let profiles = profiles.map { installed in
            var copy = installed
            copy.problem = problem(installed)
            return copy
        }
        return ProfileSet(profiles: profiles, invalidFiles: invalidFiles)
    }
}
