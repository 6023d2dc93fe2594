import Glibc
import LinuxSystem
import PreferencesStore
import TestSupport
import Testing

/// A writer that dies in the middle of its work.
struct KillTests {
    /// How often to kill: some hundred times, or as `LOCALPUSH_KILLS` says.
    private static let kills = Environment.current["LOCALPUSH_KILLS"].flatMap { Int($0) } ?? 200

    @Test func `killed at any instant, a store has the old or the new content`() throws {
        let folder = try TemporaryFolder()
        let path = folder("preferences.json")
        var between = 0
        for _ in 0..<Self.kills {
            let writer = try Command([storeWriter, path, "a", "0"])
            #expect(try eventually { try !writer.output().isEmpty })
            usleep(.random(in: 0..<6000))
            try writer.kill()
            let (status, output, errors) = try writer.finish()
            #expect(status == .signaled(SIGKILL), "\(errors)")
            let told = output.compactMap { Int($0) }.max() ?? 0
            let store = try #require(try WrittenStore(at: path))
            try #require(store.generation == told || store.generation == told + 1)
            between += store.generation == told ? 0 : 1
            if let copy = try? FileSystem.read(path + ".last-good", limit: 1 << 20) {
                _ = try Preferences(parsing: copy)
            }
        }
        // Otherwise the kills all came too early or too late to mean anything.
        #expect(between > 0)
    }

    private static let strace = "/usr/bin/strace"
    private static let canTrace =
        (try? Command.run(strace, "-qq", "-e", "trace=none", "/bin/true").status) == .exited(0)

    /// One system call of a run: its name, and how many of that name came before it and with it.
    private struct SystemCall {
        let name: String
        let number: Int
        let line: Substring
    }

    /// The system calls of a writer from the first that has to do with the store at `path`.
    private func systemCalls(
        on path: String, _ settling: String...
    ) throws -> ArraySlice<SystemCall> {
        let folder = try TemporaryFolder()
        let (status, _, errors) = try Command(
            [Self.strace, "-qq", "-s", "1000", "-o", folder("trace")]
                + [storeWriter, path, "a", "1"] + settling
        ).finish()
        try #require(status == .exited(0), "\(errors)")
        let trace = String(
            decoding: try FileSystem.read(folder("trace"), limit: 1 << 24), as: UTF8.self)
        var counts: [String: Int] = [:]
        let calls = trace.split(separator: "\n").compactMap { line -> SystemCall? in
            let name = String(line.prefix { $0 != "(" })
            guard name.count < line.count, !name.hasPrefix("+") else { return nil }
            counts[name, default: 0] += 1
            return SystemCall(name: name, number: counts[name] ?? 1, line: line)
        }
        // The first call of all starts the program, and has the path as an argument.
        let first = try #require(calls.dropFirst().firstIndex { $0.line.contains(path) })
        return calls[first...]
    }

    /// Runs a writer on the store at `path`, with `fault` at one call; returns how it ended.
    private func run(
        _ path: String, _ call: SystemCall, _ fault: String, _ settling: String...
    ) throws -> WaitStatus {
        let fault = "inject=\(call.name):\(fault):when=\(call.number)"
        return try Command(
            [Self.strace, "-qq", "-o", "/dev/null", "-e", fault, storeWriter, path, "a", "1"]
                + settling
        ).finish().status
    }

    @Test(.enabled(if: canTrace, "needs strace"), arguments: [true, false])
    func `killed at every system call once, a store has the old or the new content`(
        isNew: Bool
    ) throws {
        var generations: Set<Int> = []
        let trial = try makeScene(isNew: isNew)
        for call in try systemCalls(on: trial.path) {
            let scene = try makeScene(isNew: isNew)
            let status = try run(scene.path, call, "signal=KILL")
            #expect(status == .signaled(SIGKILL), "\(call.line)")
            let store = try #require(try WrittenStore(at: scene.path), "\(call.line)")
            generations.insert(store.generation)
            // Nothing that is left behind stands in the way of the next.
            let next = try scene.change { $0.save(try profile("next")) }
            #expect(next == .saved(generation: store.generation + 1, copyFailure: nil))
        }
        #expect(generations == (isNew ? [0, 1] : [1, 2]))
    }

    /// A store that does not exist yet, nor its folders, or one that was written once.
    private func makeScene(isNew: Bool) throws -> Scene {
        let scene = try Scene(preferences: "a/b/preferences.json")
        if !isNew {
            try scene.change {
                $0.save(try profile("total", count: 1))
                $0.save(try profile("a", count: 1))
            }
        }
        return scene
    }

    @Test(.enabled(if: canTrace, "needs strace"), arguments: ["confirm", "revert"])
    func
        `killed at every system call, a change that awaits confirmation is kept or can be taken back`(
            settling: String
        ) throws
    {
        let trial = try makeScene(isNew: false)
        var outcomes: Set<String> = []
        for call in try systemCalls(on: trial.path, settling) {
            let scene = try makeScene(isNew: false)
            let before = try scene.store.load()
            let status = try run(scene.path, call, "signal=KILL", settling)
            #expect(status == .signaled(SIGKILL), "\(call.line)")
            let isPending = try scene.store.pendingRevert() != nil
            let settlement = try scene.store.revert()
            let isBefore = try scene.store.load().hasSameProfiles(as: before)
            #expect((settlement != .nothingPending) == isPending, "\(call.line)")
            // Only what was confirmed stays.
            #expect(isBefore || (settling == "confirm" && !isPending), "\(call.line)")
            outcomes.insert(isPending ? "pending" : isBefore ? "before" : "after")
            try scene.save("next")
        }
        #expect(
            outcomes
                == (settling == "confirm"
                    ? ["before", "pending", "after"] : ["before", "pending"]))
    }

    @Test(.enabled(if: canTrace, "needs strace"))
    func `the content is on the disk before it gets its name, and the name before it is told`()
        throws
    {
        let trial = try makeScene(isNew: false)
        let steps = try systemCalls(on: trial.path).compactMap { call -> String? in
            switch call.name {
            case "fsync": "flush"
            case "rename" where call.line.contains("preferences.json\")"): "name"
            case "rename": "name the copy"
            case "write" where call.line.hasPrefix("write(1,"): "tell"
            case "write": "write"
            default: nil
            }
        }
        #expect(
            steps == [
                "write", "flush", "name", "flush",
                "write", "flush", "name the copy", "tell",
            ])
    }

    @Test(.enabled(if: canTrace, "needs strace"), arguments: ["EIO", "ENOSPC"])
    func `whichever system call fails, a store has the old or the new content`(
        error: String
    ) throws {
        let trial = try makeScene(isNew: false)
        let scene = try makeScene(isNew: false)
        var failures = 0
        for call in try systemCalls(on: trial.path) {
            let before = try scene.store.load().generation
            let status = try run(scene.path, call, "error=\(error)")
            let after = try #require(try WrittenStore(at: scene.path), "\(call.line)").generation
            #expect(after == before || after == before + 1, "\(call.line)")
            if status == .exited(0) { #expect(after == before + 1, "\(call.line)") }
            if status == .exited(1) { failures += 1 }
        }
        #expect(failures > 5)
    }
}
