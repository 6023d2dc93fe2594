import CommandConsole
import CommandLineKit
import LocalPushModel
import StrictJSON

/// A profile as people read it.
struct ProfileText {
    private let installed: InstalledProfile
    private let scope: Scope
    private let showsSecrets: Bool
    /// Who signed the profile's file, in lines.
    var signature: [String] = []

    init(_ installed: InstalledProfile, scope: Scope, showsSecrets: Bool) {
        self.installed = installed
        self.scope = scope
        self.showsSecrets = showsSecrets
    }

    func lines(_ style: TextStyle) -> [String] {
        let profile = installed.profile
        var list = FieldList()
        list.add("Name", [profile.name.text])
        if let description = profile.localizedDescription {
            list.add("Description", [SafeText.escaped(description)])
        }
        list.add("Enabled", [profile.isEnabled ? "yes" : "no"])
        list.add("SSIDs", profile.matchSSIDs.map(\.description))
        list.add("Provider", [profile.providerBundleIdentifier.text])
        list.add("Configuration", settings(profile.providerConfiguration, path: ""))
        list.add("Issue", profile.issue.map(issue) ?? [])
        list.add("Signed", signature)
        list.add("Scope", [scope.rawValue])
        list.add("Origin", [origin])
        return list.lines(style)
    }

    private func issue(_ issue: ProfileIssue) -> [String] {
        let name = issue.identifier.map { "\($0), version" } ?? "version"
        let times = [
            issue.notBefore.map { "not before \($0.text)" },
            issue.notAfter.map { "not after \($0.text)" },
        ].compactMap(\.self)
        let target = issue.target.machineIdentifiers + issue.target.hostNames
        return ["\(name) \(issue.version)"] + (times.isEmpty ? [] : [times.joined(separator: ", ")])
            + (target.isEmpty ? [] : ["for \(target.joined(separator: ", "))"])
    }

    private var origin: String {
        switch installed.origin {
        case .stored where installed.isShadowed:
            "stored, but shadowed by a managed profile of the same name"
        case .stored: "stored"
        case .managed(let file): "managed, " + SafeText.escaped(file)
        }
    }

    /// A line for each value, as `--set` takes it, however deep it is.
    private func settings(_ object: JSONObject, path: String) -> [String] {
        object.flatMap { key, value in
            let full = path.isEmpty ? SafeText.escaped(key) : "\(path).\(SafeText.escaped(key))"
            if !showsSecrets, Secrecy.isSecret(key, value) {
                return ["\(full) = \(Secrecy.placeholder)"]
            }
            if case .object(let inner) = value, !inner.isEmpty {
                return settings(inner, path: full)
            }
            let shown = showsSecrets ? value : Secrecy.hidingSecrets(value)
            return ["\(full) = \(SafeText.checked(shown.compactText))"]
        }
    }
}
