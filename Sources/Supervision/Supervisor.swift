import Glibc
package import LinuxSystem
package import LocalPushModel
import MessageLines
package import SystemdSupport

/// Launches agents, and makes sure that what an earlier service left is gone first.
package final class Supervisor {
    /// How long the end of an earlier service's agents is waited for.
    package static let patience = Duration.seconds(10)

    private let scope: Scope
    private let loop: EventLoop
    private let keeper: String
    private let runtimeFolder: String
    private let environment: Environment
    private let lock: FileLock
    private let cgroups: CgroupTree?
    private let units: UnitStarter
    private let ready: ReadyAgents
    private var readyMade = 0

    /// Whether agents run in cgroups of their own; otherwise only their keepers keep track of them.
    package var usesCgroups: Bool { cgroups != nil }

    /// The cgroup that holds those of the agents; nil without cgroups.
    var cgroupFolder: String? { cgroups?.folder }

    /// Gets ready to launch agents: waits until those of an earlier service are gone, then kills and
    /// removes whatever else is left.
    ///
    /// - Parameters:
    ///   - keeper: the absolute path of `localpush-keeper`.
    ///   - runtimeFolder: an existing folder of this service alone, such as `/run/localpush`, which
    ///     the agents' users may enter.
    ///   - cgroupParent: the cgroup in which that of the agents is to be; nil for none.
    ///   - environment: the service's own.
    ///   - bus: the address of the bus that systemd's manager of this scope is on; nil for none.
    ///   - userDatabaseFiles: when one of these changes, users are looked up anew.
    ///
    /// Throws ETIMEDOUT when another service with the same runtime folder runs, and what the system
    /// says when the runtime folder cannot be used.
    package init(
        scope: Scope, loop: EventLoop, keeper: String, runtimeFolder: String,
        cgroupParent: String? = CgroupTree.ownFolder(), environment: Environment = .current,
        patience: Duration = Supervisor.patience,
        userDatabaseFiles: [String] = UserAccount.databaseFiles, bus: String? = nil,
        log: Log = Log { _ in }
    ) throws(SystemError) {
        ready = ReadyAgents(databaseFiles: userDatabaseFiles)
        self.scope = scope
        self.loop = loop
        self.keeper = keeper
        self.runtimeFolder = runtimeFolder
        self.environment = environment
        // An agent that no longer reads is no reason to die.
        ProcessIdentity.ignoreBrokenPipes()
        // Every keeper holds the lock too: whoever gets it knows that all of them have ended.
        let lockFile = runtimeFolder + "/agents.lock"
        if Self.isHeld(lockFile) { Leftovers.resume(of: runtimeFolder) }
        lock = try FileLock(lockFile, patience: patience)
        Leftovers.kill(of: runtimeFolder)
        // Named after the folder: services of several users may share a parent.
        let name = runtimeFolder.utf8.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: "-") : $0 }
        cgroups = cgroupParent.flatMap {
            CgroupTree(named: "localpush" + String(decoding: name, as: UTF8.self), in: $0)
        }
        try Self.makeEmptyFolder(runtimeFolder + "/configurations")
        units = UnitStarter(at: bus, runtimeFolder: runtimeFolder, loop: loop, log: log)
        units.stopLeftovers()
    }

    private static func isHeld(_ lock: String) -> Bool {
        do throws(SystemError) { _ = try FileLock(lock, patience: .zero) } catch {
            return error.isTimeout
        }
        return false
    }

    /// Removes what was made, unless an agent still uses it: then the next service does.
    deinit {
        cgroups?.remove()
        try? FileSystem.removeFolder(runtimeFolder + "/configurations")
    }

    /// Launches an agent; `handler` gets its news from the loop, none during this call.
    package func launch(
        _ launch: AgentLaunch, handler: @escaping (AgentNews) -> Void
    ) throws(LaunchError) -> AgentProcess {
        let greeting = try greeting(of: launch)
        if case .session = launch.conversation, let agent = ready.take(launch.program) {
            agent.hear(handler)
            agent.begin(greeting)
            return agent
        }
        let account = try account(of: launch.program)
        let cgroup = cgroups?.makeGroup(launch.name)
        do throws(SystemError) {
            var process = try keeper(of: launch.program, account, cgroup)
            var configuration: ConfigurationFile?
            if case .simple(let ssid, let object) = launch.conversation {
                let path = "\(runtimeFolder)/configurations/\(launch.name).json"
                configuration = try ConfigurationFile(path, object, owner: account)
                process.environment["LOCALPUSH_SSID_HEX"] = ssid.hex
                process.environment["LOCALPUSH_CONFIGURATION"] = path
            }
            let agent = try AgentProcess(
                launch.program.command[0], keeper: process, lock: lock.file.raw, cgroup: cgroup,
                configuration: configuration, loop: loop, handler: handler)
            agent.begin(greeting)
            return agent
        } catch {
            cgroup.map(CgroupTree.remove)
            throw LaunchError(SafeText.escaped("\(error)"))
        }
    }

    /// Has systemd run an agent, as a unit; `handler` gets its news, none during this call.
    package func launch(
        _ launch: UnitLaunch, handler: @escaping (AgentNews) -> Void
    ) throws(LaunchError) -> AgentUnit {
        try units.launch(launch, handler: handler)
    }

    // MARK: Getting ready

    /// Whether no agent is ready, or on its way out without having been launched.
    package var hasNoneReady: Bool { ready.isEmpty }

    /// Called when an agent that was ready, and is not wanted any more, is gone.
    package func whenNotReady(_ ended: @escaping () -> Void) { ready.ended = ended }

    /// Has an agent of each of these programs ready, all of session type, and of no other. Their launch
    /// then takes a fraction of the time. One that cannot be made is launched in full; that tells why.
    package func keepReady(_ programs: [AgentProgram]) {
        ready.keep(programs, make: makeReady)
    }

    private func makeReady(
        _ program: AgentProgram, handler: @escaping (AgentNews) -> Void
    ) -> AgentProcess? {
        readyMade += 1
        let cgroup = cgroups?.makeGroup("ready-\(readyMade)")
        do {
            let process = try keeper(of: program, try account(of: program), cgroup)
            return try AgentProcess(
                program.command[0], keeper: process, lock: lock.file.raw, cgroup: cgroup,
                loop: loop, handler: handler)
        } catch {
            cgroup.map(CgroupTree.remove)
            return nil
        }
    }

    // MARK: The keeper's process

    private func keeper(
        of program: AgentProgram, _ account: UserAccount?, _ cgroup: String?
    ) throws(SystemError) -> ProcessDescription {
        var environment = variables(for: account)
        environment[AgentEnvironment.mark] = runtimeFolder
        if let account, let folder = try stateFolder(of: program, account) {
            environment["STATE_DIRECTORY"] = folder
        }
        return ProcessDescription(
            executable: keeper, arguments: arguments(program, account, cgroup),
            environment: environment)
    }

    private func arguments(
        _ program: AgentProgram, _ account: UserAccount?, _ cgroup: String?
    ) -> [String] {
        var arguments = ["localpush-keeper"]
        if let account, ProcessIdentity.effectiveUser == 0 {
            let groups = account.groups.map(String.init).joined(separator: ",")
            arguments += ["--user", "\(account.user)", "\(account.group)", groups]
        }
        if let cgroup { arguments += ["--cgroup", cgroup] }
        return arguments + ["--"] + program.command
    }

    private func greeting(of launch: AgentLaunch) throws(LaunchError) -> [UInt8] {
        guard case .session(let start) = launch.conversation else { return [] }
        do throws(MessageError) { return try start.line() } catch {
            throw LaunchError(error.description)
        }
    }

    private func variables(for account: UserAccount?) -> Environment {
        guard let account, scope == .system else {
            return AgentEnvironment.user(service: environment)
        }
        return AgentEnvironment.system(for: account, service: environment)
    }

    private func account(of program: AgentProgram) throws(LaunchError) -> UserAccount? {
        guard let name = program.user else {
            // Never by omission: root would be what the agent runs as.
            if scope == .system { throw LaunchError("the provider names no user to run as") }
            return nil
        }
        guard let account = UserAccount(named: name) else {
            throw LaunchError("there is no user \(SafeText.quoted(name))")
        }
        let user = ProcessIdentity.effectiveUser
        guard user == 0 || user == account.user else {
            throw LaunchError("only root can run an agent as \(SafeText.quoted(name))")
        }
        return account
    }

    /// The folder in the service's own state folder that is the agent's alone.
    private func stateFolder(
        of program: AgentProgram, _ account: UserAccount
    ) throws(SystemError) -> String? {
        guard scope == .system, let name = program.stateFolder,
            let base = environment["STATE_DIRECTORY"]
        else { return nil }
        let path = "\(base)/\(name)"
        // One that is the agent's already the service, in its sandbox, may not even open.
        let found = try? FileStatus(of: path, followingLinks: false)
        if let found, found.kind == .folder, found.owner == account.user { return path }
        try FileSystem.makeFolder(path, mode: 0o700)
        try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            .changeOwner(user: account.user, group: account.group)
        return path
    }

    private static func makeEmptyFolder(_ path: String) throws(SystemError) {
        try FileSystem.makeFolder(path, mode: 0o711)
        // Whatever the umask is: agents have to get in, but need not see what else is there.
        try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY).changeMode(0o711)
        for name in try FileSystem.names(in: path) { try FileSystem.remove(path + "/" + name) }
    }
}
