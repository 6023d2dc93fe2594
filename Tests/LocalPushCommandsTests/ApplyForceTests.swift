import Glibc
import LinuxSystem
import LocalPushModel
import PreferencesStore
import StrictJSON
import TestSupport
import Testing

/// The program as built, killed in the middle of its work, or one of many.
struct ApplyForceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var store: PreferencesStore {
        PreferencesStore(
            StoreLocations(
                scope: .user, preferences: folder("preferences.json"), managedFolders: []))
    }

    /// A process that is waited for in the end, whatever happens.
    private final class Running {
        private var child: ChildProcess?
        init(_ child: consuming ChildProcess) { self.child = consume child }
        deinit { _ = try? wait() }
        func kill() throws { try child?.handle.send(signal: SIGKILL) }
        func wait() throws -> WaitStatus? { try child.take()?.wait() }
    }

    private func start(_ words: String...) throws -> Running {
        let null = try FileDescriptor.open("/dev/null", O_RDWR)
        var description = ProcessDescription(
            executable: Repository.program("localpush"),
            arguments: ["localpush"] + words + ["--store", folder("preferences.json")],
            environment: ["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path])
        description.descriptors = [null.raw, null.raw, null.raw]
        return Running(try ChildProcess.spawn(description))
    }

    /// A file of so many profiles that are all on one network.
    private func input(_ name: String, count: Int, ssid: String) throws -> String {
        let profiles = (0..<count).map { profileText("\(name)-\($0)", ssid: ssid) }
        return try folder.write("\(name)-\(ssid)", "[\(profiles.joined(separator: ","))]")
    }

    @Test func `killed at any instant, a store has all of the files or nothing of them`() throws {
        let files = try ["x", "y"].map { try input("p", count: 300, ssid: $0) }
        let began = MonotonicClock.now
        try #require(try start("apply", files[0], "--user").wait() == .exited(0))
        let longest = useconds_t((MonotonicClock.now - began).nanoseconds * 3 / 2000)
        var seen: Set<String> = []
        var round = 0
        while round < 40 || (seen.count < 2 && round < 200) {
            round += 1
            let child = try start("apply", files[round % 2], "--user", "--prune")
            usleep(.random(in: 0..<longest))
            try child.kill()
            _ = try child.wait()
            let profiles = try store.load().profiles
            let ssids = Set(profiles.flatMap(\.matchSSIDs).compactMap(\.text))
            #expect(profiles.count == 300)
            #expect(ssids.count == 1)
            seen.formUnion(ssids)
        }
        // Otherwise the kills all came too early to mean anything.
        #expect(seen == ["x", "y"])
    }

    @Test func `64 at once lose nothing`() throws {
        var files = try (0..<64).map { try input("writer\($0)", count: 3, ssid: "x") }
        // On a busy machine the queue may take longer than the 10 s that each waits; who is told so (6) has
        // changed nothing, and comes again.
        for _ in 0..<5 where !files.isEmpty {
            let ends = try files.map { try start("apply", $0, "--user") }.map { try $0.wait() }
            #expect(ends.allSatisfy { $0 == .exited(0) || $0 == .exited(6) }, "\(ends)")
            files = zip(files, ends).filter { $1 != .exited(0) }.map(\.0)
        }
        let preferences = try store.load()
        #expect(preferences.generation == 64)
        #expect(preferences.profiles.count == 192)
        #expect(preferences.applied.count == 192)
    }
}
