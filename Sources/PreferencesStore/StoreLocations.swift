package import LinuxSystem
package import LocalPushModel

/// Where the profiles of one scope are kept.
package struct StoreLocations: Hashable, Sendable {
    /// Whose profiles these are.
    package var scope: Scope
    /// The path of the preferences file, which the editing commands change.
    package var preferences: String
    /// The folders of managed profiles, the one that wins first.
    package var managedFolders: [String]
    /// The file of the ``DevicePolicy``; nil where every profile may be saved.
    package var policyFile: String?

    /// Locations that are known.
    package init(
        scope: Scope, preferences: String, managedFolders: [String], policyFile: String? = nil
    ) {
        self.scope = scope
        self.preferences = preferences
        self.managedFolders = managedFolders
        self.policyFile = policyFile
    }

    /// The locations of `scope` on this machine: for the system `/etc/localpush/preferences.json`,
    /// for a user `$XDG_CONFIG_HOME/localpush/preferences.json`; and `/etc/localpush/SCOPE.d`,
    /// `/run/localpush/SCOPE.d` and `/usr/lib/localpush/SCOPE.d`.
    ///
    /// A variable that holds no absolute path counts as unset, as the XDG Base Directory
    /// Specification wants it. Throws ``StoreError/noHome`` when neither `XDG_CONFIG_HOME` nor
    /// `HOME` is set and `scope` is a user's.
    package init(of scope: Scope, environment: Environment) throws(StoreError) {
        let folder =
            switch scope {
            case .system: "/etc/localpush"
            case .user: try Self.configurationFolder(environment) + "/localpush"
            }
        self.init(
            scope: scope, preferences: "\(folder)/preferences.json",
            managedFolders: ["/etc", "/run", "/usr/lib"].map {
                "\($0)/localpush/\(scope.rawValue).d"
            }, policyFile: DevicePolicy.standardFile)
    }

    private static func configurationFolder(
        _ environment: Environment
    ) throws(StoreError) -> String {
        if let folder = absolutePath(environment["XDG_CONFIG_HOME"]) { return folder }
        if let home = absolutePath(environment["HOME"]) { return "\(home)/.config" }
        throw .noHome
    }

    private static func absolutePath(_ path: String?) -> String? {
        path?.utf8.first == UInt8(ascii: "/") ? path : nil
    }
}
