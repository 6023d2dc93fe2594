import CommandConsole
import CommandLineKit
import LocalPushModel

/// Finds a profile by name.
struct ProfileLookup {
    let looks: [ScopeLook]

    /// A profile, and the look that found it.
    struct Found {
        let installed: InstalledProfile
        let look: ScopeLook

        var scope: Scope { look.scope }
    }

    /// The profile of that name that is in force: of the caller's own scope before the other's, managed
    /// before stored. Throws a ``Failure`` with a suggestion when there is none.
    func profile(_ name: ProfileName) throws(Failure) -> Found {
        if let found = find(name) { return found }
        throw .noProfile(
            name, in: looks.map(\.scope),
            among: looks.flatMap(\.profiles.profiles).map(\.profile.name))
    }

    /// The same; nil when there is none.
    func find(_ name: ProfileName) -> Found? {
        for look in looks {
            // Managed ones come last in a set, so the last of a name is the one in force.
            if let installed = look.profiles.profiles.last(where: { $0.profile.name == name }) {
                return Found(installed: installed, look: look)
            }
        }
        return nil
    }
}

extension Failure {
    /// There is no profile `name`, but `names`.
    static func noProfile(
        _ name: ProfileName, in scopes: [Scope], among names: [ProfileName]
    ) -> Failure {
        let place = scopes.count == 1 ? " in the \(scopes[0].rawValue) scope" : ""
        let suggestion = Spelling.suggestion(for: name.text, among: names.map(\.text))
        let hint = suggestion.map { "; did you mean \($0)?" } ?? ""
        return Failure(
            .notFound, "there is no profile \(name)\(place)\(hint)",
            advice: ["List the profiles there are: localpush profile list"])
    }
}
