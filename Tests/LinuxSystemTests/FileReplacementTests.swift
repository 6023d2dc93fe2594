import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite struct FileReplacementTests {
    private func names(in folder: TemporaryFolder) throws -> [String] {
        try FileSystem.names(in: folder.path)
    }

    @Test func `a replacement takes the place of a file in one step`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("file", "old")
        let before = try FileStatus(of: path)
        let replacement = try FileReplacement(
            writing: Array("new".utf8), to: folder("temporary"), like: nil)
        #expect(try FileStatus(of: path) == before)
        try replacement.place(at: path)
        let (contents, status) = try FileSystem.look(into: path, limit: 10)
        #expect(contents == Array("new".utf8))
        #expect(status.permissions == 0o600 && status.identity != before.identity)
        #expect(try names(in: folder) == ["file"])
    }

    @Test func `a replacement that is dropped is removed`() throws {
        let folder = try TemporaryFolder()
        _ = try FileReplacement(writing: [], to: folder("temporary"), like: nil)
        #expect(try names(in: folder) == [])
    }

    @Test func `what is at the temporary path does not matter, be it a link`() throws {
        let folder = try TemporaryFolder()
        let other = try folder.write("other", "other")
        try #require(symlink(other, folder("temporary")) == 0)
        try FileReplacement(writing: [1], to: folder("temporary"), like: nil)
            .place(at: folder("file"))
        #expect(try FileSystem.read(other, limit: 10) == Array("other".utf8))
        #expect(try FileStatus(of: folder("file"), followingLinks: false).kind == .file)
    }

    @Test func `a replacement that cannot be placed is removed`() throws {
        let folder = try TemporaryFolder()
        #expect(throws: SystemError.self) {
            try FileReplacement(writing: [], to: folder("temporary"), like: nil)
                .place(at: folder("missing/file"))
        }
        #expect(try names(in: folder) == [])
    }

    @Test func `the permissions of the original are kept`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("file", "", mode: 0o664)
        try FileReplacement(writing: [], to: folder("temporary"), like: FileStatus(of: path))
            .place(at: path)
        #expect(try FileStatus(of: path).permissions == 0o664)
    }
}
