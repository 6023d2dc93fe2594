import CommandConsole
import CommandLineKit
import LocalPushModel
import PreferencesStore
import StrictJSON

/// Why a profile is the one that counts: which files and stored profiles have its name, and which other
/// profiles of its provider go before or after it.
struct ProfilePrecedence {
    /// Something that has the profile's name, and what it counts for, in words.
    struct Source {
        let place: String
        let standing: String
        let explanation: String
    }

    private(set) var sources: [Source] = []
    /// The profiles of the same provider that share a network and are preferred, the most preferred last.
    private(set) var givesWayTo: [ProfileName] = []
    /// Those that it is preferred to.
    private(set) var goesBefore: [ProfileName] = []

    init(of name: ProfileName, in look: ScopeLook) {
        let set = look.profiles
        let files = look.managedFiles(named: name)
        sources = files.map { Source($0, before: files.first) }
        if let stored = set.profiles.first(where: { $0.profile.name == name && $0.isStored }) {
            sources.append(Source(stored, in: look.store.locations.preferences))
        }
        if let place = set.profiles.lastIndex(where: { $0.profile.name == name && !$0.isShadowed })
        {
            let rivals = set.profiles.map { Self.areRivals($0, set.profiles[place]) }
            goesBefore = set.profiles[..<place].indices.filter { rivals[$0] }
                .map { set.profiles[$0].profile.name }
            givesWayTo = set.profiles[(place + 1)...].indices.filter { rivals[$0] }
                .map { set.profiles[$0].profile.name }
        }
    }

    private static func areRivals(_ one: InstalledProfile, _ other: InstalledProfile) -> Bool {
        !one.isShadowed && one.profile.isEnabled && one.profile.name != other.profile.name
            && one.profile.providerBundleIdentifier == other.profile.providerBundleIdentifier
            && one.profile.matchSSIDs.contains(where: other.profile.matchSSIDs.contains)
    }
}

extension ProfilePrecedence.Source {
    fileprivate init(_ file: ManagedFile, before first: ManagedFile?) {
        place = file.path
        switch file.standing {
        case .inForce:
            standing = "inForce"
            explanation = "managed, in force: no folder before its own has a file of that name"
        case .invalid(let problem):
            standing = "invalid"
            explanation = "managed, not valid, and yet goes before what follows: \(problem)"
        case .mask:
            standing = "mask"
            explanation = "a mask: no managed profile of that name is in force"
        case .hidden:
            standing = "hidden"
            explanation =
                "managed, without effect: \(SafeText.escaped(first?.path ?? "")) goes before it"
        }
    }

    fileprivate init(_ stored: InstalledProfile, in file: String) {
        place = file
        standing = stored.isShadowed ? "shadowed" : "inForce"
        explanation =
            stored.isShadowed
            ? "stored, without effect: a managed profile of that name goes before it"
            : "stored, in force: no managed profile of that name is"
    }

    var json: JSONValue {
        ["file": .string(place), "standing": .string(standing), "why": .string(explanation)]
    }
}

extension ProfilePrecedence {
    /// The lines for people.
    func lines(_ style: TextStyle) -> [String] {
        var list = FieldList()
        list.add("Why", sources.map { "\(SafeText.escaped($0.place)): \($0.explanation)" })
        list.add("Gives way to", rivals(givesWayTo, "managed or saved later"))
        list.add("Goes before", rivals(goesBefore, "stored, or saved earlier"))
        return list.lines(style)
    }

    private func rivals(_ names: [ProfileName], _ reason: String) -> [String] {
        names.isEmpty
            ? [] : [names.map(\.text).joined(separator: ", ") + ", of the same provider: \(reason)"]
    }

    /// The members of a document for programs.
    var json: JSONObject {
        [
            "sources": .array(sources.map(\.json)),
            "givesWayTo": .array(givesWayTo.map { .string($0.text) }),
            "goesBefore": .array(goesBefore.map { .string($0.text) }),
        ]
    }
}

extension InstalledProfile {
    fileprivate var isStored: Bool { origin == .stored }
}
