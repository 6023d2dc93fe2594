package import LinuxSystem
package import LocalPushModel

/// Where systemd looks for the files of units (systemd.unit(5), "Unit File Load Path").
package struct UnitFolders: Hashable, Sendable {
    /// The folders, the one that wins first.
    package let folders: [String]
    /// What follows systemctl in advice.
    private let words: String

    /// Folders that are known.
    package init(_ folders: [String], scope: Scope) {
        var distinct: [String] = []
        for folder in folders where !distinct.contains(folder) { distinct.append(folder) }
        self.folders = distinct
        words = scope == .user ? " --user" : ""
    }

    /// Those of the system's or of the calling user's manager.
    package init(of scope: Scope, environment: Environment) {
        let folders =
            switch scope {
            case .system: Self.ofSystem
            case .user: Self.ofUser(environment)
            }
        self.init(folders, scope: scope)
    }

    private static let ofSystem = [
        "/etc/systemd/system.control", "/run/systemd/system.control", "/run/systemd/transient",
        "/run/systemd/generator.early", "/etc/systemd/system", "/etc/systemd/system.attached",
        "/run/systemd/system", "/run/systemd/system.attached", "/run/systemd/generator",
        "/usr/local/lib/systemd/system", "/lib/systemd/system", "/usr/lib/systemd/system",
        "/run/systemd/generator.late",
    ]

    private static func ofUser(_ environment: Environment) -> [String] {
        func folders(_ variable: String, or standard: [String]) -> [String] {
            let named = (environment[variable] ?? "").split(separator: ":").map(String.init)
                .filter { $0.utf8.first == UInt8(ascii: "/") }
            return named.isEmpty ? standard : named
        }
        let home = folders("HOME", or: [])
        let configuration = folders("XDG_CONFIG_HOME", or: home.map { "\($0)/.config" })
        let data = folders("XDG_DATA_HOME", or: home.map { "\($0)/.local/share" })
        let runtime = folders("XDG_RUNTIME_DIR", or: []).map { "\($0)/systemd" }
        return configuration.map { "\($0)/systemd/user.control" }
            + runtime.flatMap {
                ["\($0)/user.control", "\($0)/transient", "\($0)/generator.early"]
            }
            + (configuration + folders("XDG_CONFIG_DIRS", or: ["/etc/xdg"])).map {
                "\($0)/systemd/user"
            }
            + ["/etc/systemd/user"] + runtime.map { "\($0)/user" } + ["/run/systemd/user"]
            + runtime.map { "\($0)/generator" }
            + (data + folders("XDG_DATA_DIRS", or: ["/usr/local/share", "/usr/share"])).map {
                "\($0)/systemd/user"
            }
            + ["/usr/local", "/usr"].flatMap {
                ["\($0)/lib/systemd/user", "\($0)/share/systemd/user"]
            }
            + runtime.map { "\($0)/generator.late" }
    }

    /// Why systemd cannot start a unit of that name, as far as files tell: there is none, or it is masked.
    /// Nil where it may.
    func problem(of unit: String) -> String? {
        let places = [unit, Self.template(of: unit)].compactMap(\.self).flatMap { name in
            folders.map { "\($0)/\(name)" }
        }
        let found = places.lazy.compactMap { file in
            (try? FileStatus(of: file)).map { (file: file, status: $0) }
        }.first
        guard let (file, status) = found else {
            let folder = folders.first { !$0.hasSuffix(".control") } ?? ""
            return "systemd finds no unit \(unit) in its folders, as \(SafeText.escaped(folder)); "
                + "put it there, then: systemctl\(words) daemon-reload"
        }
        // An empty file masks as well as a link to /dev/null does.
        guard status.kind != .file || status.size == 0 else { return nil }
        return "the unit \(unit) is masked by \(SafeText.escaped(file)); "
            + "systemctl\(words) unmask \(unit)"
    }

    /// `name@.service` of `name@instance.service`.
    private static func template(of unit: String) -> String? {
        guard let at = unit.firstIndex(of: "@") else { return nil }
        return String(unit[...at]) + ".service"
    }
}
