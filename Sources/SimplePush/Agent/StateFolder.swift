import LinuxSystem

/// Where an agent, or the app, keeps what it has to remember.
enum StateFolder {
    /// The folder of one device's agent: below the unit's state folder where there is one
    /// (systemd.exec(5)), or the user's (XDG Base Directory Specification), or the machine's.
    static func path(of device: DeviceName, _ environment: Environment) -> String {
        "\(base(environment))/simplepush/\(device)"
    }

    /// The folder of an app.
    static func path(ofApp app: String, _ environment: Environment) -> String {
        "\(base(environment))/apps/\(app)"
    }

    private static func base(_ environment: Environment) -> String {
        if let unit = environment["STATE_DIRECTORY"], isAbsolute(unit) { return unit }
        let isRoot = ProcessIdentity.effectiveUser == 0
        let home = isRoot ? nil : environment["HOME"].map { $0 + "/.local/state" }
        if let state = environment["XDG_STATE_HOME"] ?? home, isAbsolute(state) {
            return state + "/localpush"
        }
        return "/var/lib/localpush"
    }

    private static func isAbsolute(_ path: String) -> Bool {
        path.utf8.first == UInt8(ascii: "/")
    }
}
