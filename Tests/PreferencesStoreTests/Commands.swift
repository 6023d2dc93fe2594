import Glibc
import LinuxSystem
import LocalPushModel
import PreferencesStore
import StrictJSON
import TestSupport
import Testing

/// A program that runs, with what it prints in files, so that nothing can block it.
final class Command {
    private let folder: TemporaryFolder
    private var process: ChildProcess?

    /// Starts the program at the absolute path that comes first in `arguments`.
    init(_ arguments: [String]) throws {
        folder = try TemporaryFolder()
        let null = try FileDescriptor.open("/dev/null", O_RDWR)
        let output = try FileDescriptor.open(folder("output"), O_WRONLY | O_CREAT, mode: 0o600)
        let errors = try FileDescriptor.open(folder("errors"), O_WRONLY | O_CREAT, mode: 0o600)
        var description = ProcessDescription(
            executable: arguments[0], arguments: arguments, environment: Environment.current)
        description.descriptors = [null.raw, output.raw, errors.raw]
        process = try ChildProcess.spawn(description)
    }

    deinit {
        try? kill()
        _ = try? process.take()?.wait()
    }

    /// The whole lines printed so far.
    func output() throws -> [Substring] {
        let lines = try text("output").split(separator: "\n", omittingEmptySubsequences: false)
        return lines.dropLast()
    }

    func kill() throws { try process?.handle.send(signal: SIGKILL) }

    /// Waits for the end.
    func finish() throws -> (status: WaitStatus, output: [Substring], errors: String) {
        guard let process = process.take() else { fatalError("finished before") }
        return (try process.wait(), try output(), try text("errors"))
    }

    /// Runs a program to its end.
    static func run(
        _ arguments: String...
    ) throws -> (status: WaitStatus, output: [Substring], errors: String) {
        try Command(arguments).finish()
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try FileSystem.read(folder(name), limit: 1 << 20), as: UTF8.self)
    }
}

/// The program that changes a store as often as told; see its source.
let storeWriter = Repository.program("StoreWriter")

/// What a store that only ``storeWriter`` writes holds, after `generation` changes.
struct WrittenStore {
    let generation: Int

    /// Reads it; nil when a change was lost, or done by half.
    init?(at path: String) throws {
        let store = PreferencesStore(
            StoreLocations(scope: .user, preferences: path, managedFolders: []))
        let preferences = try store.load()
        let counts = preferences.profiles.compactMap {
            if case .number(let number) = $0.providerConfiguration["count"] {
                number.integer
            } else {
                nil
            }
        }
        let total = try preferences[ProfileName("total")]
        guard (counts.max() ?? 0) == preferences.generation,
            (total == nil) == (preferences.generation == 0)
        else { return nil }
        generation = preferences.generation
    }
}
