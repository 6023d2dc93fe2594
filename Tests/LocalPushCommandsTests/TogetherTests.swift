import Glibc
import LinuxSystem
import MessageLines
import StrictJSON
import TestSupport
import Testing

/// The command line and the service, both as built, on one store and one socket.
struct TogetherTests {
    private let folder: TemporaryFolder
    private let environment: Environment

    init() throws {
        folder = try TemporaryFolder()
        environment = [
            "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "PATH": "/usr/bin:/bin",
        ]
    }

    private func start(_ words: [String], output: String) throws -> ChildProcess {
        let file = try FileDescriptor.open(
            folder(output), O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
        let null = try FileDescriptor.open("/dev/null", O_RDONLY)
        var description = ProcessDescription(
            executable: Repository.program("localpush"), arguments: ["localpush"] + words,
            environment: environment)
        description.descriptors = [null.raw, file.raw, file.raw]
        return try ChildProcess.spawn(description)
    }

    private func run(_ words: String...) throws -> (status: WaitStatus, output: String) {
        let status = try start(words, output: "output").wait()
        return (status, try FileContents.text(folder("output")))
    }

    @Test func `an edit is in force when the command returns`() throws {
        let service = try start(["run", "--user"], output: "service")
        let checks = Result { try check() }
        // Whatever came of the checks, the service is not left behind.
        try service.handle.send(signal: SIGTERM)
        #expect(try service.wait() == .exited(0))
        try checks.get()
        #expect(try run("is-active", "ship", "--user").status == .exited(8))
    }

    @Test func `a change that nobody confirms is taken back though the service was killed`() throws
    {
        var service = try start(["run", "--user"], output: "service")
        try #require(try eventually { try run("sync", "--user").status == .exited(0) })
        let file = try folder.write("new.json", profileText("new"))
        #expect(try run("apply", file, "--user", "--confirm-within", "2").status == .exited(0))
        try service.handle.send(signal: SIGKILL)
        _ = try service.wait()
        #expect(try run("profile", "show", "new", "--user").status == .exited(0))
        #expect(
            try run("profile", "disable", "new", "--user", "--no-wait").status == .exited(6))
        service = try start(["run", "--user"], output: "service")
        let isBack = try eventually {
            try run("profile", "show", "new", "--user").status == .exited(4)
        }
        try service.handle.send(signal: SIGTERM)
        #expect(try service.wait() == .exited(0))
        #expect(isBack)
    }

    /// What can be seen while the service runs.
    private func check() throws {
        let isUp = try eventually { try run("sync", "--user").status == .exited(0) }
        let said = try FileContents.text(folder("service"))
        try #require(isUp, "\(said)")
        let words = ["ship", "--user", "--ssid", "Deck 3", "--provider", simplePush, "--json"]
        let add = try start(["profile", "add"] + words, output: "add").wait()
        let answer = try FileContents.text(folder("add"))
        #expect(add == .exited(0), "\(answer)")
        let added = try JSONValue(parsing: FileContents.read(folder("add")))
        #expect(added["service"] == "inForce")
        let status = try JSONValue(
            parsing: Array(try run("status", "--user", "--json").output.utf8))
        #expect(status["service"]?["generation"] == added["generation"])
        #expect(try run("profile", "disable", "ship", "--user").output == "disabled ship\n")
        #expect(try run("is-active", "ship", "--user").status == .exited(3))
        #expect(try run("agent", "start", "ship", "--user").status == .exited(3))
    }
}
