import CommandConsole
import CommandLineKit
import LocalPushModel
import PreferencesStore
import StrictJSON

/// What becomes of profiles, as people read it: a line for each that is not as it was, with one for
/// each value under it.
struct DifferenceText {
    let difference: PreferencesDifference
    let style: TextStyle
    let showsSecrets: Bool

    private static let margin = "    "

    var lines: [String] { difference.changes.flatMap(lines) }

    private func lines(_ change: PreferencesDifference.Change) -> [String] {
        let name = change.name.text
        switch change {
        case .added(let profile):
            return [added(name)] + values(ProfileDifference(from: nil, to: profile))
        case .removed(let profile):
            return [removed(name)] + values(ProfileDifference(from: profile, to: nil))
        case .changed(let old, let new):
            return [changed(name)] + values(ProfileDifference(from: old, to: new))
        case .moved:
            return [changed(name + ": saved later than others, so it goes before them")]
        case .signed(_, let signer):
            return [changed(name + ": signed by \(SafeText.escaped(signer))")]
        case .unchanged: return []
        }
    }

    private func values(_ difference: ProfileDifference) -> [String] {
        difference.lines.map { Self.margin + text($0) }
    }

    private func text(_ line: ProfileDifference.Line) -> String {
        let path = line.path.map { SafeText.escaped($0) }.joined(separator: ".")
        switch (line.before, line.after) {
        case (nil, let after?): return added("\(path): \(shown(after, line))")
        case (let before?, nil): return removed("\(path): \(shown(before, line))")
        case (let before?, let after?):
            return changed("\(path): \(shown(before, line)) -> \(shown(after, line))")
        case (nil, nil): return ""
        }
    }

    private func shown(_ value: JSONValue, _ line: ProfileDifference.Line) -> String {
        if showsSecrets { return SafeText.checked(value.compactText) }
        let key = line.path.last ?? ""
        // Under a key that looks like a secret's, the name of a credential alone is none.
        let isHidden =
            key != CredentialReference.key
            && line.path.dropLast().contains { Secrecy.isSecret($0, [:]) }
        let visible =
            isHidden ? .string(Secrecy.placeholder) : Secrecy.hidingSecrets(value, at: key)
        if visible != value, case .string(let placeholder) = visible { return placeholder }
        return SafeText.checked(visible.compactText)
    }

    private func added(_ text: String) -> String { style.apply(.good, "+ " + text) }
    private func removed(_ text: String) -> String { style.apply(.bad, "- " + text) }
    private func changed(_ text: String) -> String { style.apply(.caution, "~ " + text) }
}

extension PreferencesDifference {
    /// How many profiles are added, changed and so on: `2 to add, 1 to remove`, or `2 added, 1 removed`.
    func summary(isDone: Bool) -> String {
        var counts = [Int](repeating: 0, count: 5)
        for change in changes {
            switch change {
            case .added: counts[0] += 1
            case .changed: counts[1] += 1
            case .moved: counts[2] += 1
            case .signed: counts[3] += 1
            case .removed: counts[4] += 1
            case .unchanged: break
            }
        }
        let words =
            isDone
            ? ["added", "changed", "moved", "now signed", "removed"]
            : ["to add", "to change", "to move", "to note as signed", "to remove"]
        let parts = zip(counts, words).filter { $0.0 > 0 }.map { "\($0) \($1)" }
        return parts.isEmpty ? "nothing to do" : parts.joined(separator: ", ")
    }

    /// The change of each profile for programs. Of one that is as it was only the name is told.
    var json: JSONValue { .array(changes.map(\.json)) }
}

extension PreferencesDifference.Change {
    fileprivate var json: JSONValue {
        switch self {
        case .added(let profile): json("added", nil, profile)
        case .changed(let old, let new): json("changed", old, new)
        case .moved(let profile): json("moved", profile, profile)
        case .signed(let profile, _): json("signed", profile, profile)
        case .removed(let profile): json("removed", profile, nil)
        case .unchanged(let profile):
            ["action": "unchanged", "name": .string(profile.name.text)]
        }
    }

    private func json(_ action: String, _ before: Profile?, _ after: Profile?) -> JSONValue {
        let old = Secrecy.places(in: before)
        let secrets = old + Secrecy.places(in: after).filter { !old.contains($0) }
        return [
            "action": .string(action), "after": after?.json ?? .null,
            "before": before?.json ?? .null, "name": .string(name.text),
            "secrets": .array(secrets.map { .array($0) }),
        ]
    }
}
