import Glibc
import LinuxSystem
import TestSupport
import Testing

/// The folder of a test is in /tmp, which is sticky and open to all, and belongs to this user.
@Suite struct PathSafetyTests {
    let folder: TemporaryFolder
    let safety = PathSafety(trusting: geteuid())

    init() throws { folder = try TemporaryFolder() }

    private func hazard(_ path: String, _ safety: PathSafety? = nil) -> PathHazard? {
        do throws(PathHazard) {
            _ = try (safety ?? self.safety).check(path)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a file that only its owner may write is safe, also below a sticky folder`() throws {
        let path = try folder.write("file", "x")
        let safe = try safety.check(path)
        #expect(safe.path == path)
        #expect(safe.status?.kind == .file)
    }

    @Test(arguments: [0o664, 0o646, 0o622]) func `a file others may write is not safe`(
        mode: mode_t
    ) throws {
        let path = try folder.write("file", "x", mode: mode)
        #expect(hazard(path) == .writableByOthers(path: path, permissions: mode))
    }

    @Test func `a folder above that others may write is found`() throws {
        try FileSystem.makeFolder(folder("open"), mode: 0o700)
        let path = try folder.write("open/file", "x")
        chmod(folder("open"), 0o770)
        #expect(hazard(path) == .writableByOthers(path: folder("open"), permissions: 0o770))
    }

    @Test func `a sticky folder is not safe itself, nor is what is missing in it`() throws {
        let shared = folder("shared")
        try FileSystem.makeFolder(shared, mode: 0o700)
        chmod(shared, 0o1777)
        #expect(hazard(shared) == .writableByOthers(path: shared, permissions: 0o1777))
        #expect(hazard(shared + "/x") == .missingInSharedFolder(path: shared + "/x"))
        let path = try folder.write("shared/own", "x")
        #expect(hazard(path) == nil)
    }

    @Test func `links are followed one by one and judged by where they lead`() throws {
        try FileSystem.makeFolder(folder("a"), mode: 0o700)
        let path = try folder.write("a/file", "x")
        symlink("a/./../a", folder("relative"))
        symlink(folder("relative/file"), folder("absolute"))
        #expect(try safety.check(folder("absolute")).path == path)

        chmod(folder("a"), 0o777)
        let expected = PathHazard.writableByOthers(path: folder("a"), permissions: 0o777)
        #expect(hazard(folder("absolute")) == expected)
    }

    @Test func `a circle of links ends`() throws {
        symlink("two", folder("one"))
        symlink("one", folder("two"))
        guard case .tooManyLinks = hazard(folder("one")) else {
            Issue.record("the circle was not noticed")
            return
        }
    }

    @Test func `a slash that a combining mark follows still ends a component`() throws {
        try FileSystem.makeFolder(folder("open"), mode: 0o700)
        let path = try folder.write("open/\u{301}file", "x")
        chmod(folder("open"), 0o777)
        #expect(hazard(path) == .writableByOthers(path: folder("open"), permissions: 0o777))
    }

    @Test func `what is missing below safe folders can be told from what is there`() throws {
        let path = folder("not/yet/there")
        #expect(hazard(path) == .missing(path: path))
        let safe = try safety.checkExistingPart(of: path)
        #expect(safe.path == path && safe.status == nil)
    }

    @Test func `a file is no folder and a path starts at the root`() throws {
        let path = try folder.write("file", "x")
        #expect(hazard(path + "/x") == .notAFolder(path: path))
        #expect(hazard("file") == .notAbsolute("file"))
        #expect(hazard("") == .notAbsolute(""))
    }

    @Test(.enabled(if: geteuid() == 0)) func `what belongs to another user is not safe`() throws {
        let path = try folder.write("file", "x")
        chown(path, 4711, 0)
        #expect(hazard(path) == .foreignOwner(path: path, owner: 4711))
        #expect(hazard(path, PathSafety(trusting: 4711)) == nil)

        let link = folder("link")
        symlink("/etc/passwd", link)
        lchown(link, 4711, 0)
        #expect(hazard(link) == .foreignOwner(path: link, owner: 4711))
    }
}
