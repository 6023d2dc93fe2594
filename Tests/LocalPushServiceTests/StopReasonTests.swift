import Glibc
import LinuxSystem
import TestSupport
import Testing

/// What the program says when it is told to stop.
struct StopReasonTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try FileSystem.makeFolders(folder("run"), mode: 0o700)
    }

    /// Starts a copy of the service in the folder, and waits until it serves.
    ///
    /// - Parameter launcher: What executes it, with the words before the program's.
    private func start(by launcher: [String] = []) throws -> ChildProcess {
        // Not by this process: children that other tests start at that moment would have the file open
        // for writing too, and then it cannot be executed.
        let program = Repository.program("localpushd")
        let copying = try ChildProcess.spawn(
            ProcessDescription(
                executable: "/bin/cp", arguments: ["cp", program, folder("localpushd")],
                environment: [:]))
        #expect(try copying.wait() == .exited(0))
        let log = try FileDescriptor.open(folder("log"), O_WRONLY | O_CREAT, mode: 0o600)
        var description = ProcessDescription(
            executable: launcher.first ?? folder("localpushd"),
            arguments: launcher + [folder("localpushd"), "--user"],
            environment: ["HOME": folder.path, "XDG_RUNTIME_DIR": folder("run")])
        description.descriptors = [log.raw, log.raw, log.raw]
        let service = try ChildProcess.spawn(description)
        let serves = eventually { (try? FileStatus(of: folder("run/localpush/control"))) != nil }
        try #require(serves)
        return service
    }

    private func lastWords(of service: consuming ChildProcess) throws -> String {
        try service.handle.send(signal: SIGTERM)
        #expect(try service.wait() == .exited(0))
        return String(decoding: try FileSystem.read(folder("log"), limit: 1 << 20), as: UTF8.self)
    }

    @Test func `it is stopped by somebody`() throws {
        let service = try start()
        #expect(try lastWords(of: service).contains("stop the service: userInitiated (1)"))
    }

    @Test(.enabled(if: ProcessIdentity.effectiveUser == 0))
    func `it is stopped for a logout when logind ends the user's sessions`() throws {
        // What logind keeps of a user, as systemd 252 writes it, for this process alone.
        let script = """
            mount -t tmpfs none /run && mkdir -p /run/systemd/users &&
            printf 'NAME=root\nSTATE=closing\nSTOPPING=yes\n' >/run/systemd/users/0 && exec "$@"
            """
        let service = try start(by: ["/usr/bin/unshare", "-m", "/bin/sh", "-c", script, "sh"])
        #expect(try lastWords(of: service).contains("stop the service: userLogout (12)"))
    }

    @Test func `it is stopped for an upgrade when its program was replaced`() throws {
        let service = try start()
        try folder.write("new", "")
        #expect(rename(folder("new"), folder("localpushd")) == 0)
        #expect(try lastWords(of: service).contains("stop the service: appUpdate (16)"))
    }
}
