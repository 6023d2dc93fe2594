import Glibc
import LinuxSystem

/// What agents of an earlier service left behind, where no cgroup tells.
///
/// A keeper ends everything of its agent, even when the service is killed. This is for the case that
/// somebody kills service and keepers alike: every process of an agent carries the service's runtime
/// folder in its environment, and none but agents and what they start do. In a container the same path
/// is another folder, so only processes that see the same file systems count.
enum Leftovers {
    /// Kills every process whose environment says that it belongs to the service at `runtimeFolder`.
    /// Returns how many there were.
    static func kill(of runtimeFolder: String) -> Int {
        let mark = Array("\(AgentEnvironment.mark)=\(runtimeFolder)".utf8)
        let processes = ((try? FileSystem.names(in: "/proc")) ?? []).compactMap { pid_t($0) }
        return processes.filter { kill($0, ifMarked: mark) }.count
    }

    private static func kill(_ pid: pid_t, ifMarked mark: [UInt8]) -> Bool {
        // The descriptor comes first: it keeps meaning the process whose environment is read after.
        guard pid != ProcessIdentity.pid, let process = try? ProcessHandle(pid),
            let space = mountNamespace(of: "\(pid)"), space == mountNamespace(of: "self"),
            let environment = try? FileSystem.read("/proc/\(pid)/environ", limit: 1 << 20),
            environment.split(separator: 0).contains(mark[...])
        else { return false }
        return (try? process.send(signal: SIGKILL)) != nil
    }

    private static func mountNamespace(of process: String) -> FileIdentity? {
        try? FileStatus(of: "/proc/\(process)/ns/mnt").identity
    }
}
