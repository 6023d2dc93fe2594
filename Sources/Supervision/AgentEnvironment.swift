import LinuxSystem

/// The environment variables that agents get.
enum AgentEnvironment {
    /// What tells a process of an agent from all others, whatever becomes of it; see ``Leftovers``.
    static let mark = "LOCALPUSH_RUNTIME"

    /// Those of an agent of the system scope: the user's own and little else, as services have.
    static func system(for account: UserAccount, service: Environment) -> Environment {
        var environment: Environment = [
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": account.home, "USER": account.name, "LOGNAME": account.name,
            "SHELL": account.shell,
        ]
        environment["LANG"] = service["LANG"]
        return environment
    }

    /// Those of an agent of the user scope: the session's, without what concerns the service alone.
    static func user(service: Environment) -> Environment {
        var environment = service
        environment.removeAll { name in
            let name = String(decoding: name, as: UTF8.self)
            return servicesOwn.contains(name) || servicesOwnPrefixes.contains { name.hasPrefix($0) }
        }
        return environment
    }

    /// What systemd tells a service of itself (systemd.exec(5), "Environment variables in spawned
    /// processes"): an agent must not take it for its own.
    private static let servicesOwn: Set = [
        "NOTIFY_SOCKET", "JOURNAL_STREAM", "INVOCATION_ID", "CREDENTIALS_DIRECTORY", "MAINPID",
        "MANAGERPID", "SYSTEMD_EXEC_PID", "FDSTORE", "RUNTIME_DIRECTORY", "STATE_DIRECTORY",
        "CACHE_DIRECTORY", "LOGS_DIRECTORY", "CONFIGURATION_DIRECTORY",
    ]
    private static let servicesOwnPrefixes = [
        "LISTEN_", "WATCHDOG_", "MEMORY_PRESSURE_", "LOCALPUSH_",
    ]
}
