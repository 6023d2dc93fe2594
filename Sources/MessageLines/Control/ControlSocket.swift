package import LocalPushModel

/// Where the service of each scope listens.
package enum ControlSocket {
    /// The folder of the service's files of the moment; nil in user scope when it is not known.
    ///
    /// - Parameter runtimeDirectory: The value of `XDG_RUNTIME_DIR` (XDG Base Directory
    ///   Specification), which names the user's own folder.
    package static func folder(of scope: Scope, runtimeDirectory: String?) -> String? {
        switch scope {
        case .system: "/run/localpush"
        case .user: runtimeDirectory.flatMap { $0.hasPrefix("/") ? "\($0)/localpush" : nil }
        }
    }

    /// The socket in that folder.
    package static func path(of scope: Scope, runtimeDirectory: String?) -> String? {
        folder(of: scope, runtimeDirectory: runtimeDirectory).map { "\($0)/control" }
    }
}
