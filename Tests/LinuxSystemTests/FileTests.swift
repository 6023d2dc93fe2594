import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite struct FileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func errorNumber(reading path: String, limit: Int = 10) -> Int32? {
        do throws(SystemError) {
            _ = try FileSystem.read(path, limit: limit)
            return nil
        } catch {
            return error.errno
        }
    }

    @Test func `a file is read whole up to a limit`() throws {
        let contents = String(repeating: "0123456789", count: 20_000)
        let path = try folder.write("file", contents)
        #expect(try FileSystem.read(path, limit: 200_000) == Array(contents.utf8))
        #expect(errorNumber(reading: path, limit: 199_999) == EFBIG)
    }

    @Test func `a file whose size is not known before is read whole too`() throws {
        #expect(try FileStatus(of: "/proc/self/status").size == 0)
        #expect(try FileSystem.read("/proc/self/status", limit: 65536).count > 100)
        #expect(errorNumber(reading: "/proc/self/status") == EFBIG)
    }

    @Test func `reading a fifo or a folder is refused and never waits`() throws {
        mkfifo(folder("fifo"), 0o600)
        #expect(errorNumber(reading: folder("fifo")) == EINVAL)
        #expect(errorNumber(reading: folder.path) == EISDIR)
    }

    @Test func `what is no file is refused in words that say so`() throws {
        mkfifo(folder("fifo"), 0o600)
        let socket = try UnixSocket.listen(at: folder("socket"), mode: 0o600)
        for name in ["fifo", "socket"] {
            let error = #expect(throws: SystemError.self) {
                try FileSystem.read(folder(name), limit: 1)
            }
            #expect(
                error?.description == "cannot read \(folder(name)): it is not a regular file")
        }
        withExtendedLifetime(socket) {}
    }

    @Test func `an error says what, where and why`() {
        let error = #expect(throws: SystemError.self) {
            try FileSystem.read("/proc/nonexistent/x", limit: 1)
        }
        #expect(error?.description == "cannot read /proc/nonexistent/x: No such file or directory")
    }

    @Test func `a path with a NUL leads nowhere`() {
        #expect(errorNumber(reading: "/etc/passwd\0.json", limit: 1_000_000) == EINVAL)
    }

    @Test func `a folder's names come sorted`() throws {
        for name in ["b", "a", "ü", ".hidden"] { try folder.write(name, "") }
        #expect(try FileSystem.names(in: folder.path) == [".hidden", "a", "b", "ü"])
    }

    @Test func `folders are made where they are missing`() throws {
        try FileSystem.makeFolders(folder("a/b/c"), mode: 0o700)
        try FileSystem.makeFolders(folder("a/b/c"), mode: 0o700)
        #expect(try FileStatus(of: folder("a/b/c")).permissions == 0o700)
        try folder.write("file", "")
        let error = #expect(throws: SystemError.self) {
            try FileSystem.makeFolder(folder("file"), mode: 0o700)
        }
        #expect(error?.errno == EEXIST)
    }

    @Test func `a renamed file replaces what had its name`() throws {
        try folder.write("new", "new")
        try folder.write("old", "old")
        try FileSystem.rename(folder("new"), to: folder("old"))
        try FileSystem.synchronizeFolder(folder.path)
        #expect(try FileSystem.read(folder("old"), limit: 10) == Array("new".utf8))
        #expect(try FileSystem.names(in: folder.path) == ["old"])
    }

    @Test func `a descriptor is closed on exec, its copy too`() throws {
        let file = try FileDescriptor.open("/dev/null", O_RDONLY)
        let copy = try file.duplicate()
        #expect(fcntl(file.raw, F_GETFD) & FD_CLOEXEC == FD_CLOEXEC)
        #expect(fcntl(copy.raw, F_GETFD) & FD_CLOEXEC == FD_CLOEXEC)
    }

    @Test func `a descriptor is closed when its owner ends`() throws {
        let reader = try FileDescriptor.pipe().keepingFirst()
        #expect(try reader.read(upTo: 1) == .endOfFile)
    }

    @Test func `a pipe that does not block says so at either end`() throws {
        let pipe = try FileDescriptor.pipe()
        try pipe.first.setNonBlocking()
        try pipe.second.setNonBlocking()
        #expect(try pipe.first.read(upTo: 10) == .wouldBlock)
        #expect(try pipe.second.write(Array("hello".utf8)[...]) == 5)
        #expect(try pipe.first.read(upTo: 3) == .bytes(Array("hel".utf8)))
        while try pipe.second.write([UInt8](repeating: 0, count: 65536)[...]) != nil {}
    }

    @Test func `a folder has the permissions it is made with, or keeps its own`() throws {
        // No usual umask lets all of this through.
        try FileSystem.makeFolder(folder("open"), mode: 0o777)
        #expect(try FileStatus(of: folder("open")).permissions == 0o777)
        try FileSystem.makeFolder(folder("open"), mode: 0o700)
        #expect(try FileStatus(of: folder("open")).permissions == 0o777)
        chmod(folder.path, 0o2755)
        try FileSystem.makeFolder(folder("of the group"), mode: 0o775)
        #expect(try FileStatus(of: folder("of the group")).permissions == 0o2775)
    }
}
