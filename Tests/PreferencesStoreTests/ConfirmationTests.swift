import Glibc
import LinuxSystem
import LocalPushModel
import PreferencesStore
import TestSupport
import Testing

/// Changes that are taken back unless somebody confirms them.
struct ConfirmationTests {
    private func change(
        _ scene: Scene, within patience: Duration, _ edit: (inout Preferences) throws -> Void
    ) throws {
        var transaction = try scene.store.begin()
        try edit(&transaction.preferences)
        _ = try transaction.commit(confirmingWithin: patience)
    }

    /// A store with `a`, on which a change awaits its confirmation that adds `b` and changes `a`.
    private func scene(within patience: Duration = .seconds(3600)) throws -> Scene {
        let scene = try Scene()
        try scene.change { $0.apply([try profile("a")], pruning: .nothing) }
        try change(scene, within: patience) {
            $0.apply([try profile("a", count: 1), try profile("b")], pruning: .nothing)
        }
        return scene
    }

    @Test func `the change is in force, and its record for its owner alone`() throws {
        let scene = try scene()
        #expect(try scene.store.load().names == ["a", "b"])
        let pending = try #require(try scene.store.pendingRevert())
        #expect(pending.generation == 2)
        #expect(pending.remaining(at: WallClock.now) > .seconds(3500))
        #expect(try scene.status("preferences.json.pending").permissions == 0o600)
    }

    @Test func `a record with a time that cannot be is refused`() throws {
        let scene = try scene()
        let text = try scene.text("preferences.json.pending")
        let pattern = /"deadlineMilliseconds":[0-9]+/
        try scene.folder.write(
            "preferences.json.pending",
            text.replacing(pattern, with: "\"deadlineMilliseconds\":9007199254740991"))
        #expect(throws: StoreError.self) { try scene.store.pendingRevert() }
    }

    @Test func `the time that status tells is read as what was meant`() throws {
        for _ in 0..<2000 {
            let time = Int64.random(in: -8_000_000_000_000..<7_000_000_000_000) * 1_000_000
            #expect(try Timestamp(WallClock.text(time)).nanoseconds == time)
        }
    }

    @Test func `confirmed, it stays`() throws {
        let scene = try scene()
        #expect(try scene.store.confirm() == .confirmed(generation: 2))
        #expect(try scene.store.confirm() == .nothingPending)
        #expect(try scene.store.revert() == .nothingPending)
        #expect(try scene.store.load().names == ["a", "b"])
        #expect(throws: SystemError.self) { try scene.status("preferences.json.pending") }
    }

    @Test func `taken back, the store is as before, down to what was applied`() throws {
        let scene = try scene()
        #expect(try scene.store.revert() == .reverted(generation: 3))
        let preferences = try scene.store.load()
        #expect(preferences.profiles == [try profile("a")])
        #expect(preferences.applied == [try ProfileName("a")])
        #expect(throws: SystemError.self) { try scene.status("preferences.json.pending") }
        #expect(try scene.text("preferences.json.last-good") == scene.text())
    }

    @Test func `nothing else can be changed until it is settled`() throws {
        let scene = try scene()
        guard case .awaitsConfirmation = refusal({ try scene.save("c") }) else {
            Issue.record("a change was made that would be lost")
            return
        }
        guard case .awaitsConfirmation = refusal({ try scene.store.rehearse(Preferences()) }) else {
            Issue.record("a change was promised that would be refused")
            return
        }
        _ = try scene.store.confirm()
        try scene.save("c")
    }

    @Test func `whoever changes the store after the time takes it back first`() throws {
        let scene = try scene(within: .zero)
        try scene.save("c")
        #expect(try scene.store.load().names == ["a", "c"])
        #expect(try scene.store.load().generation == 4)
    }

    @Test func `a confirmation that comes too late takes it back`() throws {
        let scene = try scene(within: .zero)
        #expect(try scene.store.confirm() == .reverted(generation: 3))
        #expect(try scene.store.load().names == ["a"])
    }

    @Test func `looking takes nothing back`() throws {
        let scene = try scene(within: .zero)
        #expect(try scene.store.pendingRevert()?.remaining(at: WallClock.now) == .zero)
        #expect(try scene.store.load().names == ["a", "b"])
    }

    @Test func `a record of a change that never came about counts for nothing`() throws {
        let scene = try scene(within: .zero)
        let record = try scene.text("preferences.json.pending")
        _ = try scene.store.revert()
        try scene.folder.write("preferences.json.pending", record)
        #expect(try scene.store.pendingRevert() == nil)
        #expect(try scene.store.revert() == .nothingPending)
        try scene.save("c")
        #expect(try scene.store.load().names == ["a", "c"])
        #expect(throws: SystemError.self) { try scene.status("preferences.json.pending") }
    }

    @Test func `a clock that is set back does not give more time than there was`() throws {
        let scene = try scene(within: .seconds(60))
        let pending = try #require(try scene.store.pendingRevert())
        #expect(pending.remaining(at: 0) == .seconds(60))
        #expect(pending.remaining(at: pending.deadline - 1_000_000_000) == .seconds(1))
        #expect(pending.remaining(at: .max / 2) == .zero)
    }

    @Test func `a change that changes nothing awaits nothing`() throws {
        let scene = try Scene()
        try scene.save("a")
        try change(scene, within: .zero) { $0.save(try profile("a")) }
        #expect(try scene.store.pendingRevert() == nil)
    }
}
