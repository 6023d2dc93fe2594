import Glibc
import LinuxSystem

/// A control group of the service's own, with one in it for each agent; see cgroups(7).
///
/// A cgroup is the one thing no process leaves by forking, and all in it can be killed at once. It takes
/// cgroup v2, beside v1 or alone, and a part of it that the service may write: that of root, of a unit
/// with `Delegate=yes`, or of a user's own service manager.
package struct CgroupTree: Sendable {
    /// The folder that holds those of the agents.
    package let folder: String

    /// Makes a cgroup called `name` in that of this process; nil where that cannot be done. What an
    /// earlier service has left in one of that name is killed, and waited for a few seconds.
    package init?(named name: String, in parent: String? = ownFolder()) {
        guard let parent else { return nil }
        folder = parent + "/" + name
        guard (try? FileSystem.makeFolder(folder, mode: 0o755)) != nil,
            (try? FileStatus(of: folder + "/cgroup.procs")) != nil
        else { return nil }
        if !Self.empty(folder, patience: .seconds(5)) { return nil }
        for name in (try? FileSystem.names(in: folder)) ?? [] { Self.remove(folder + "/" + name) }
    }

    /// Makes a cgroup for one agent; the agent's keeper removes it. Nil when that cannot be done.
    ///
    /// - Parameter name: a name that no agent has at present, of letters, digits, `.`, `-` and `_`.
    package func makeGroup(_ name: String) -> String? {
        let path = folder + "/" + name
        return (try? FileSystem.makeFolder(path, mode: 0o755)).map { path }
    }

    /// Removes the service's cgroup. To be called when no agent is left.
    package func remove() { Self.remove(folder) }

    /// Kills all that is in the cgroup at `path`, and waits until it is empty. Returns whether it is.
    static func empty(_ path: String, patience: Duration) -> Bool {
        let deadline = MonotonicClock.now + patience
        while isPopulated(path) {
            kill(path)
            guard MonotonicClock.now < deadline else { return false }
            // What is killed is gone within a millisecond or so; there is no loop to wait in here.
            _ = try? Poller.wait(for: [], until: MonotonicClock.now + .milliseconds(2))
        }
        return true
    }

    /// Kills all that is in the cgroup at `path`.
    static func kill(_ path: String) {
        guard let file = try? FileDescriptor.open(path + "/cgroup.kill", O_WRONLY) else { return }
        try? file.writeAll(Array("1".utf8))
    }

    /// Removes a cgroup and those in it; a folder that is no cgroup stays.
    static func remove(_ path: String) {
        guard let status = try? FileStatus(of: path, followingLinks: false),
            status.kind == .folder
        else { return }
        for name in (try? FileSystem.names(in: path)) ?? [] { remove(path + "/" + name) }
        try? FileSystem.removeFolder(path)
    }

    private static func isPopulated(_ path: String) -> Bool {
        let events = try? FileSystem.read(path + "/cgroup.events", limit: 4096)
        return String(decoding: events ?? [], as: UTF8.self).contains("populated 1")
    }
}

extension CgroupTree {
    /// The folder of this process's own cgroup; nil without cgroup v2, or when it is not visible here.
    package static func ownFolder() -> String? {
        ownFolder(cgroup: text("/proc/self/cgroup"), mounts: text("/proc/self/mountinfo"))
    }

    /// Reads a process's `cgroup` and `mountinfo` files; see cgroups(7) and proc(5).
    static func ownFolder(cgroup: String, mounts: String) -> String? {
        // "0::/PATH" is the line of v2, whether or not there are lines of v1.
        let lines = cgroup.split(separator: "\n")
        guard let path = lines.first(where: { $0.hasPrefix("0::/") })?.dropFirst(3) else {
            return nil
        }
        for line in mounts.split(separator: "\n") {
            guard let (root, point) = cgroup2Mount(line) else { continue }
            // The mount may show a part of the tree only.
            let base = root == "/" ? "" : root
            guard path == base || path.hasPrefix(base + "/"), !path.hasPrefix("/..") else {
                continue
            }
            let below = path.dropFirst(base.count)
            return point + (below == "/" ? "" : below)
        }
        return nil
    }

    /// The root and mount point of a line of mountinfo that is about cgroup v2.
    private static func cgroup2Mount(_ line: Substring) -> (root: String, point: String)? {
        let fields = line.split(separator: " ")
        guard let dash = fields.firstIndex(of: "-"), dash >= 6, dash + 1 < fields.count,
            fields[dash + 1] == "cgroup2"
        else { return nil }
        return (unescaped(fields[3]), unescaped(fields[4]))
    }

    /// Replaces `\040` and the like, which stand for what would end a field.
    private static func unescaped(_ field: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = field.utf8[...]
        while let byte = rest.popFirst() {
            let digits = String(Substring(rest.prefix(3)))
            if byte == UInt8(ascii: "\\"), let code = UInt8(digits, radix: 8) {
                bytes.append(code)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func text(_ path: String) -> String {
        String(decoding: (try? FileSystem.read(path, limit: 1 << 20)) ?? [], as: UTF8.self)
    }
}
