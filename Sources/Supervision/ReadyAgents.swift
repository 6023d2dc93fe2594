import LinuxSystem

/// Agents made ready ahead, one for a program: a keeper, and a process in its cgroup and with its ids
/// that waits to run the program. To make one takes many times longer than to let it go on.
final class ReadyAgents {
    private struct Entry {
        let process: AgentProcess
        /// The user database that its ids are from.
        let users: [FileStatus?]
    }

    /// Called when one that is not wanted any more is gone.
    var ended: () -> Void = {}

    private let databaseFiles: [String]
    private var entries: [AgentProgram: Entry] = [:]
    /// Those that were told to end and have not yet.
    private var ending: [ObjectIdentifier: AgentProcess] = [:]
    /// Programs of which one has ended by itself: for these none is made until one has run, so that
    /// whoever kills them cannot keep the service busy.
    private var failed: Set<AgentProgram> = []

    init(databaseFiles: [String]) { self.databaseFiles = databaseFiles }

    /// Whether there is no process, not even one on its way out.
    var isEmpty: Bool { entries.isEmpty && ending.isEmpty }

    /// Sees to it that there is one for each of these programs, and no other.
    ///
    /// - Parameter make: makes one that tells its news to the closure; nil when that cannot be done.
    func keep(
        _ programs: [AgentProgram],
        make: (AgentProgram, @escaping (AgentNews) -> Void) -> AgentProcess?
    ) {
        failed.formIntersection(programs)
        for program in entries.keys where !programs.contains(program) { drop(program) }
        for program in programs where entries[program] == nil && !failed.contains(program) {
            // Asked before the database is: a change in between counts.
            let users = usersNow
            let process = make(program) { [weak self] news in
                if case .ended = news { self?.endedByItself(program) }
            }
            guard let process else { continue }
            entries[program] = Entry(process: process, users: users)
        }
    }

    /// The one for this program, which is then the caller's; nil when there is none that is still good.
    func take(_ program: AgentProgram) -> AgentProcess? {
        failed.remove(program)
        guard let entry = entries[program] else { return nil }
        guard entry.users == usersNow else {
            drop(program)
            return nil
        }
        entries[program] = nil
        return entry.process
    }

    private var usersNow: [FileStatus?] { databaseFiles.map { try? FileStatus(of: $0) } }

    private func drop(_ program: AgentProgram) {
        guard let process = entries.removeValue(forKey: program)?.process else { return }
        let key = ObjectIdentifier(process)
        ending[key] = process
        process.hear { [weak self] news in
            guard case .ended = news, let self else { return }
            ending[key] = nil
            ended()
        }
        process.kill()
    }

    private func endedByItself(_ program: AgentProgram) {
        failed.insert(program)
        entries[program] = nil
    }
}
