import Glibc
import LinuxSystem
import StrictJSON
import TestSupport
import Testing

/// The program itself, as a shell runs it.
struct ProgramTests {
    /// Runs the built program with only what is given for an environment.
    private func run(
        _ words: String, in folder: TemporaryFolder, more: Environment = [:]
    ) throws -> (status: WaitStatus, output: [UInt8], errors: String) {
        var environment: Environment = more
        environment["HOME"] = folder.path
        environment["PROGRAM"] = Repository.program("localpush")
        let redirected = "\(words) >\(folder("out")) 2>\(folder("err")) </dev/null"
        let shell = try ChildProcess.spawn(
            ProcessDescription(
                executable: "/bin/bash", arguments: ["bash", "-c", "\"$PROGRAM\" \(redirected)"],
                environment: environment))
        let status = try shell.wait()
        return (
            status, try FileContents.read(folder("out")), try FileContents.text(folder("err"))
        )
    }

    @Test func `results are on standard output and mistakes on standard error`() throws {
        let folder = try TemporaryFolder()
        let help = try run("--help", in: folder)
        #expect(help.status == .exited(0))
        #expect(!help.output.isEmpty)
        #expect(help.errors.isEmpty)
        let mistake = try run("profle", in: folder)
        #expect(mistake.status == .exited(2))
        #expect(mistake.output.isEmpty)
        #expect(mistake.errors.contains("did you mean profile?"))
    }

    @Test func `a profile lives in the user's own store, bytes and all`() throws {
        let folder = try TemporaryFolder()
        let add = #"profile add raw --user --ssid $'s\xff\\' --provider com.example.P"#
        #expect(try run(add, in: folder).status == .exited(0))
        let text = try FileContents.text(folder(".config/localpush/preferences.json"))
        #expect(text.contains("\"73ff5c\""))
        let elsewhere: Environment = ["XDG_CONFIG_HOME": folder("config")]
        #expect(try run(add, in: folder, more: elsewhere).status == .exited(0))
        #expect(
            try FileStatus(of: folder("config/localpush/preferences.json")).permissions == 0o600)
        let list = try run("profile list --user --json", in: folder)
        #expect(try JSONValue(parsing: list.output)["x"] == nil)
    }

    @Test func `a umask that denies the owner makes no store that cannot be used`() throws {
        let folder = try TemporaryFolder()
        let add = #""$PROGRAM" profile add a --user --ssid x --provider com.example.P"#
        let first = #"--version >"$HOME/out" 2>"$HOME/err"; umask 0777; \#(add)"#
        let outcome = try run(first, in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.errors)")
        for (path, mode) in [
            (".config", 0o700), (".config/localpush", 0o700),
            (".config/localpush/preferences.json", 0o600),
            (".config/localpush/preferences.json.lock", 0o600),
        ] as [(String, mode_t)] {
            #expect(try FileStatus(of: folder(path)).permissions == mode, "\(path)")
        }
    }

    /// An ssh server or another service hands over a socket, and a parent of any kind one that does not block.
    @Test func `standard input may be a socket, and slow`() throws {
        let folder = try TemporaryFolder()
        let store = folder("store.json")
        let sockets = try UnixSocket.messagePair()
        var description = ProcessDescription(
            executable: Repository.program("localpush"),
            arguments: ["localpush", "apply", "-", "--store", store],
            environment: ["HOME": folder.path])
        description.descriptors = [sockets.second.raw, STDERR_FILENO, STDERR_FILENO]
        let program = try ChildProcess.spawn(description)
        let halves = [
            #"{"name": "ship", "matchSSIDs": ["Deck 3"],"#,
            #""providerBundleIdentifier": "com.example.P"}"#,
        ]
        for half in halves { try sockets.first.writeAll(Array(half.utf8)) }
        shutdown(sockets.first.raw, Int32(SHUT_WR))
        #expect(try program.wait() == .exited(0))
        #expect(try FileContents.text(store).contains("Deck 3"))
    }

    @Test func `a full disk is not success`() throws {
        let folder = try TemporaryFolder()
        let outcome = try run("--help >/dev/full 2>&1; echo $?", in: folder)
        #expect(outcome.output == Array("1\n".utf8))
    }

    @Test(
        .enabled(if: (try? FileStatus(of: "/usr/bin/strace")) != nil),
        arguments: ["ENOSPC", "EDQUOT"])
    func `a change that finds no room on its disk says what to do`(error: String) throws {
        let folder = try TemporaryFolder()
        let strace = "strace -qq -o /dev/null -e inject=fsync:error=\(error) \"$PROGRAM\""
        let words = "profile add ship --user --ssid Ship --provider com.example.P"
        let outcome = try run("--version >/dev/null; \(strace) \(words)", in: folder)
        #expect(outcome.status == .exited(1))
        #expect(outcome.errors.contains("Make room on that disk"), "\(outcome.errors)")
    }

    @Test func `a reader that goes away ends it in silence`() throws {
        let folder = try TemporaryFolder()
        let outcome = try run("help --json | head -c 1", in: folder)
        #expect(outcome.errors.isEmpty)
    }

    /// Beside what Swift's runtime looks for, the start touches nothing: no library, no locale, no name
    /// service, no store.
    @Test(.enabled(if: (try? FileStatus(of: "/usr/bin/strace")) != nil))
    func `the version is printed without a look at the system`() throws {
        let folder = try TemporaryFolder()
        let outcome = try run("--version", in: folder)
        #expect(outcome.status == .exited(0))
        let calls = try systemCalls(of: "--version", in: folder).filter { call in
            ["/etc/", "/usr/lib", "/run/", ".so", "locale", ".config", "socket("]
                .contains { call.contains($0) }
        }
        #expect(calls.isEmpty, "\(calls)")
    }

    @Test(
        .enabled(if: (try? FileStatus(of: "/usr/bin/strace")) != nil),
        arguments: [
            "profile list", "profile list --json", "profile show ship", "profile export",
            "profile show ship --why",
            "match Ship", "diff $HOME/ships.json", "apply $HOME/ships.json --dry-run",
        ])
    func `a store is read once`(words: String) throws {
        let folder = try TemporaryFolder()
        let add = "profile add ship --user --ssid Ship --provider com.example.P"
        #expect(try run(add, in: folder).status == .exited(0))
        let export = try run("profile export --user", in: folder)
        try folder.write("ships.json", String(decoding: export.output, as: UTF8.self))
        let calls = try systemCalls(of: words + " --user", in: folder)
        let opened = calls.filter { $0.contains("open") && $0.contains("/preferences.json\"") }
        #expect(opened.count == 1, "\(opened)")
    }

    /// What the program asks of files and networks.
    private func systemCalls(
        of words: String, in folder: TemporaryFolder
    ) throws -> [Substring] {
        let trace = folder("trace")
        let shell = try ChildProcess.spawn(
            ProcessDescription(
                executable: "/bin/sh",
                arguments: [
                    "sh", "-c",
                    "strace -f -o '\(trace)' -e trace=%file,%network '\(Repository.program("localpush"))'"
                        + " \(words) >/dev/null",
                ], environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path]))
        #expect(try shell.wait() == .exited(0))
        return try FileContents.text(trace).split(separator: "\n")
    }
}
