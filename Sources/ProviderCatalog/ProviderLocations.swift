package import LinuxSystem
package import LocalPushModel

/// Where the providers of one scope are installed.
package struct ProviderLocations: Hashable, Sendable {
    /// Whose providers these are.
    package var scope: Scope
    /// The folders of manifests, the one that wins first.
    package var folders: [String]
    /// Who may own manifests and executables besides root; nil in system scope.
    package var owner: UInt32?
    /// Where the units of providers of the type systemd are; nil where systemd alone is to judge them.
    package var units: UnitFolders?

    /// Locations that are known.
    package init(scope: Scope, folders: [String], owner: UInt32? = nil) {
        self.scope = scope
        self.folders = folders
        self.owner = owner
    }

    /// The locations of `scope` on this machine: `/etc/localpush/providers.d`,
    /// `/usr/lib/localpush/providers.d` and, for a user, `$XDG_DATA_HOME/localpush/providers`, where
    /// `XDG_DATA_HOME` is `$HOME/.local/share` when it is not set (XDG Base Directory Specification).
    /// What the administrator installed goes before what the user did.
    package init(of scope: Scope, environment: Environment) {
        let shared = ["/etc", "/usr/lib"].map { "\($0)/localpush/providers.d" }
        switch scope {
        case .system: self.init(scope: scope, folders: shared)
        case .user:
            let home = environment["HOME"].map { "\($0)/.local/share" }
            let own = [environment["XDG_DATA_HOME"], home].compactMap(\.self)
                .first { $0.utf8.first == UInt8(ascii: "/") }
            self.init(
                scope: scope, folders: shared + (own.map { ["\($0)/localpush/providers"] } ?? []),
                owner: ProcessIdentity.effectiveUser)
        }
    }
}
