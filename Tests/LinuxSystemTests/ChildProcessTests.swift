import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite struct ChildProcessTests {
    /// Runs a program to its end; returns what it printed and how it ended.
    private func run(
        _ arguments: [String], _ environment: Environment = [:], session: Bool = false
    ) throws -> (output: String, status: WaitStatus) {
        let pipe = try FileDescriptor.pipe()
        let null = try FileDescriptor.open("/dev/null", O_RDWR)
        var description = ProcessDescription(
            executable: arguments[0], arguments: arguments, environment: environment)
        description.descriptors = [null.raw, pipe.second.raw, pipe.second.raw]
        description.startsSession = session
        let status = try ChildProcess.spawn(description).wait()
        try pipe.first.setNonBlocking()
        guard case .bytes(let output) = try pipe.first.read(upTo: 65536) else {
            return ("", status)
        }
        return (String(decoding: output, as: UTF8.self), status)
    }

    @Test func `a child gets its arguments and environment byte for byte`() throws {
        let (output, status) = try run(
            ["/bin/sh", "-c", "printf '%s|' \"$@\"; echo \"$GREETING\"", "sh", "a b", "", "é$x"],
            ["GREETING": "hello"])
        #expect(output == "a b||é$x|hello\n")
        #expect(status == .exited(0))
    }

    @Test func `a child has descriptors 0 to 2 and no others`() throws {
        let leak = open("/dev/null", O_RDONLY)  // not closed on exec
        defer { close(leak) }
        let (output, _) = try run(["/usr/bin/ls", "/proc/self/fd"])
        // 3 is the folder that ls itself reads.
        #expect(output == "0\n1\n2\n3\n")
    }

    @Test func `a child starts with no signal blocked or ignored`() throws {
        let (output, _) = try run(["/usr/bin/grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status"])
        // posix_spawn leaves signals 32 and 33 ignored: glibc has them for itself, nobody sends them.
        #expect(output == "SigBlk:\t0000000000000000\nSigIgn:\t0000000180000000\n")
    }

    @Test(.timeLimit(.minutes(1)))
    func `a child that answers too much is not waited for`() throws {
        let description = ProcessDescription(
            executable: "/usr/bin/yes", arguments: ["yes"], environment: [:])
        let error = #expect(throws: SystemError.self) {
            try ChildProcess.converse(with: description, [], limit: 1000)
        }
        #expect(error?.isTooLarge == true)
    }

    @Test func `Ctrl-C in a program that had the terminal is no answer to a later question`() throws
    {
        let terminal = try FileDescriptor.pipe()
        func reply() throws -> TerminalReply {
            try terminal.second.writeAll(Array("y\n".utf8))
            return try Terminal.reply(
                on: terminal.first.raw, until: MonotonicClock.now + .seconds(10))
        }
        #expect(try reply() == .line(Array("y".utf8)))
        try Terminal.lending { () throws(SystemError) in _ = raise(SIGINT) }
        #expect(try reply() == .line(Array("y".utf8)))
    }

    @Test func `a child can lead a session of its own`() throws {
        let script = "cut -d' ' -f6 /proc/$$/stat; echo $$"
        let lines = try run(["/bin/sh", "-c", script], Environment.current, session: true)
            .output.split(separator: "\n")
        #expect(lines.count == 2 && lines.first == lines.last)
    }

    @Test func `how a child ended is told`() throws {
        #expect(try run(["/bin/sh", "-c", "exit 7"]).status == .exited(7))
        #expect(try run(["/bin/sh", "-c", "kill -KILL $$"]).status == .signaled(SIGKILL))
    }

    @Test func `a program that cannot be executed is named`() {
        let error = #expect(throws: SystemError.self) { _ = try run(["/proc/nonexistent"]) }
        #expect(error == SystemError("execute", "/proc/nonexistent", errno: ENOENT))
    }

    @Test func `an argument with a NUL is refused`() {
        let error = #expect(throws: SystemError.self) { _ = try run(["/bin/true", "a\0b"]) }
        #expect(error?.errno == EINVAL)
    }

    @Test func `a signal reaches a child by its descriptor`() throws {
        let child = try ChildProcess.spawn(
            ProcessDescription(
                executable: "/usr/bin/sleep", arguments: ["sleep", "600"], environment: [:]))
        try child.handle.send(signal: SIGTERM)
        #expect(try Poller.wait(for: [.init(child.handle.descriptor.raw)]) == [0])
        #expect(try child.wait() == .signaled(SIGTERM))
    }
}
