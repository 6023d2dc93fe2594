import Glibc
import LinuxSystem
import LocalPushModel
import PreferencesStore
import StrictJSON
import TestSupport
import Testing

/// Several at one store.
struct WriterTests {
    @Test func `64 writers at once lose nothing`() throws {
        let scene = try Scene()
        try #require(symlink("preferences.json", scene.folder("link.json")) == 0)
        let (writers, changes) = (64, 3)
        let running = try (0..<writers).map { number in
            let path = number.isMultiple(of: 2) ? scene.path : scene.folder("link.json")
            return try Command([storeWriter, path, "writer-\(number)", "\(changes)"])
        }
        for writer in running {
            let (status, _, errors) = try writer.finish()
            #expect(status == .exited(0), "\(errors)")
        }
        let preferences = try scene.store.load()
        #expect(preferences.generation == writers * changes)
        #expect(preferences[try ProfileName("total")]?.providerConfiguration["count"] == 192)
        #expect(preferences.profiles.count == writers + 1)
        #expect(try scene.text("preferences.json.last-good") == scene.text())
    }

    private static let setpriv = "/usr/bin/setpriv"

    /// Runs ``storeWriter`` as the user nobody.
    private static func runAsNobody(
        _ arguments: String...
    ) throws -> (status: WaitStatus, output: [Substring], errors: String) {
        let become = [setpriv, "--reuid=65534", "--regid=65534", "--clear-groups", storeWriter]
        return try Command(become + arguments).finish()
    }

    private static let canBecomeNobody =
        isRoot && (try? runAsNobody().status) == .exited(2)

    @Test(.enabled(if: canBecomeNobody, "needs root, and a build that others can reach"))
    func `who may not write gets a permission error and changes nothing`() throws {
        let scene = try Scene()
        try #require(chmod(scene.folder.path, 0o755) == 0)
        try scene.save("a")
        for mode in [0o600, 0o644] as [mode_t] {
            try #require(chmod(scene.path, mode) == 0)
            let before = try scene.text()
            let (status, _, errors) = try Self.runAsNobody(scene.path, "b", "1")
            #expect(status == .exited(1))
            #expect(errors.hasSuffix(": Permission denied\n"))
            #expect(try scene.text() == before)
        }
    }

    @Test(.enabled(if: canBecomeNobody, "needs root, and a build that others can reach"))
    func `who may write the folder but not give a file away changes nothing`() throws {
        let scene = try Scene()
        try #require(chmod(scene.folder.path, 0o777) == 0)
        try scene.folder.write(
            "preferences.json", String(decoding: Preferences().fileContents, as: UTF8.self))
        let before = try scene.status()
        let (status, _, errors) = try Self.runAsNobody(scene.path, "b", "1")
        #expect(status == .exited(1))
        #expect(errors.hasSuffix("preferences.json.new: Operation not permitted\n"))
        #expect(try scene.status() == before)
        #expect(throws: SystemError.self) { try scene.status("preferences.json.new") }
    }
}
