import Glibc
import LinuxSystem

/// What agents of an earlier service left behind, where no cgroup tells.
///
/// A keeper ends everything of its agent, even when the service is killed. This is for the case that
/// somebody kills service and keepers alike: every process of an agent carries the service's runtime
/// folder in its environment, and none but agents and what they start do. In a container the same path
/// is another folder, so only processes that see the same file systems count.
enum Leftovers {
    /// Kills every process whose environment says that it belongs to the service at `runtimeFolder`,
    /// and what it starts meanwhile.
    static func kill(of runtimeFolder: String) {
        // Rounds end when nothing is found; what is found again and again cannot be killed.
        for _ in 0..<20 where !signal(SIGKILL, runtimeFolder) { return }
    }

    /// Lets those go on that somebody stopped: a keeper that is stopped does not see that its service
    /// has ended.
    static func resume(of runtimeFolder: String) { _ = signal(SIGCONT, runtimeFolder) }

    /// Sends a signal to each process that belongs to the service; returns whether there was one.
    private static func signal(_ number: Int32, _ runtimeFolder: String) -> Bool {
        var hasFound = false
        for pid in ProcessList.all() where pid != ProcessIdentity.pid {
            // The handle comes first: it keeps meaning the process whose environment is read after.
            guard let process = try? ProcessHandle(pid),
                let space = mountNamespace(of: "\(pid)"), space == mountNamespace(of: "self"),
                ProcessList.environment(of: pid, has: AgentEnvironment.mark, setTo: runtimeFolder)
            else { continue }
            try? process.send(signal: number)
            hasFound = true
        }
        return hasFound
    }

    private static func mountNamespace(of process: String) -> FileIdentity? {
        try? FileStatus(of: "/proc/\(process)/ns/mnt").identity
    }
}
