import Glibc
import LinuxSystem
import LocalPushModel
import PreferencesStore
import TestSupport
import Testing

/// Disks that are full, or that take no changes.
struct DiskTests {
    private static let mount = "/usr/bin/mount"

    /// A small file system of a test's own.
    private final class Disk {
        let scene: Scene

        init(kilobytes: Int) throws {
            scene = try Scene()
            let size = "size=\(kilobytes)k,mode=0700"
            let (status, _, errors) = try Command.run(
                DiskTests.mount, "-t", "tmpfs", "-o", size, "tmpfs", scene.folder.path)
            try #require(status == .exited(0), "\(errors)")
        }

        deinit { umount2(scene.folder.path, Int32(MNT_DETACH)) }

        func makeReadOnly() throws { try remount("ro") }

        func makeWritable() throws { try remount("rw") }

        private func remount(_ how: String) throws {
            let result = try Command.run(
                DiskTests.mount, "-o", "remount,\(how)", scene.folder.path)
            try #require(result.status == .exited(0), "\(result.errors)")
        }

        /// Takes all but some bytes of the space.
        func fill(leaving free: Int) throws {
            let file = try FileDescriptor.open(
                scene.folder("filler"), O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
            let block = [UInt8](repeating: 0, count: 4096)
            var blocks = 0
            while (try? file.writeAll(block)) != nil { blocks += 1 }
            try #require(ftruncate(file.raw, max(0, blocks * 4096 - free)) == 0)
        }
    }

    private static let canMount: Bool = isRoot && (try? Disk(kilobytes: 64)) != nil

    private func profiles(_ number: Int) throws -> [Profile] {
        try (0..<number).map { try profile("profile-\($0)") }
    }

    @Test(.enabled(if: canMount, "needs the right to mount"))
    func `on a full disk a change fails as a whole, and later succeeds`() throws {
        let disk = try Disk(kilobytes: 256)
        let scene = disk.scene
        var outcomes: Set<String> = []
        for pages in 0...10 {
            try scene.folder.write("filler", "")
            try scene.change { $0.apply(try profiles(10), pruning: .everything) }
            try disk.fill(leaving: pages * 4096)
            let before = try scene.text()
            do {
                let outcome = try scene.change { $0.apply(try profiles(40), pruning: .everything) }
                guard case .saved(_, let copyFailure) = outcome else {
                    Issue.record("\(outcome)")
                    continue
                }
                #expect(copyFailure == nil || copyFailure?.errno == ENOSPC)
                #expect(try scene.store.load().profiles == profiles(40))
                outcomes.insert(copyFailure == nil ? "saved" : "saved without the copy")
            } catch let error as StoreError {
                guard case .failed(let failure) = error else { throw error }
                #expect(failure == SystemError("write", scene.path + ".new", errno: ENOSPC))
                #expect(try scene.text() == before)
                outcomes.insert("failed")
            }
            #expect(throws: SystemError.self) { try scene.status("preferences.json.new") }
            _ = try Preferences(parsing: [UInt8](try scene.text("preferences.json.last-good").utf8))
        }
        #expect(outcomes == ["failed", "saved without the copy", "saved"])
    }

    @Test(.enabled(if: canMount, "needs the right to mount"))
    func `on a full disk no change is made that could not be taken back`() throws {
        let disk = try Disk(kilobytes: 256)
        let scene = disk.scene
        var outcomes: Set<Bool> = []
        for pages in 0...12 {
            try scene.folder.write("filler", "")
            try scene.change { $0.apply(try profiles(10), pruning: .everything) }
            try disk.fill(leaving: pages * 4096)
            let before = try scene.store.load()
            do {
                var transaction = try scene.store.begin()
                transaction.preferences.apply(try profiles(40), pruning: .everything)
                _ = try transaction.commit(confirmingWithin: .seconds(3600))
                outcomes.insert(true)
                #expect(try scene.store.pendingRevert() != nil)
            } catch let error as StoreError {
                #expect(error.description.contains("No space left"))
                outcomes.insert(false)
                #expect(try scene.store.pendingRevert() == nil)
                #expect(try scene.store.load().hasSameProfiles(as: before))
            }
            try scene.folder.write("filler", "")
            _ = try scene.store.revert()
            #expect(try scene.store.load().hasSameProfiles(as: before))
        }
        #expect(outcomes == [true, false])
    }

    @Test(.enabled(if: canMount, "needs the right to mount"))
    func `on a read-only file system only a change that changes nothing succeeds`() throws {
        let disk = try Disk(kilobytes: 256)
        let scene = disk.scene
        try scene.save("a")
        try disk.makeReadOnly()
        #expect(try scene.change { $0.save(try profile("a")) } == .unchanged(generation: 1))
        // Also where no lock file was ever made, as in an image.
        try disk.makeWritable()
        try FileSystem.remove(scene.path + ".lock")
        try disk.makeReadOnly()
        #expect(try scene.store.load().names == ["a"])
        #expect(try scene.change { $0.save(try profile("a")) } == .unchanged(generation: 1))
        guard case .failed(let error) = refusal({ try scene.save("b") }) else {
            Issue.record("a read-only file system was changed")
            return
        }
        #expect(error.isReadOnly)
        #expect(try scene.store.load().names == ["a"])
    }
}
