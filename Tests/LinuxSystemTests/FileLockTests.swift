import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite struct FileLockTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func errorNumber(patience: Duration) -> Int32? {
        do throws(SystemError) {
            _ = try FileLock(folder("lock"), patience: patience)
            return nil
        } catch {
            return error.errno
        }
    }

    /// Another process that holds the lock until it is killed.
    private func holder() throws -> ChildProcess {
        let script = #"exec 9>"$1"; flock 9; : >"$1.held"; exec sleep 600"#
        let child = try ChildProcess.spawn(
            ProcessDescription(
                executable: "/bin/sh", arguments: ["sh", "-c", script, "sh", folder("lock")],
                environment: .current))
        #expect(eventually { (try? FileStatus(of: folder("lock.held"))) != nil })
        return child
    }

    @Test(.timeLimit(.minutes(1)))
    func `a fifo in a lock's place is refused and not waited for`() {
        mkfifo(folder("lock"), 0o600)
        #expect(errorNumber(patience: .seconds(1)) == EINVAL)
    }

    @Test func `a held lock is waited for until the deadline and not much longer`() throws {
        let child = try holder()
        let start = MonotonicClock.now
        #expect(errorNumber(patience: .milliseconds(100)) == ETIMEDOUT)
        let waited = MonotonicClock.now - start
        #expect(waited >= .milliseconds(100) && waited < .seconds(5))
        #expect(errorNumber(patience: .zero) == ETIMEDOUT)
        try child.handle.send(signal: SIGKILL)
        _ = try child.wait()
    }

    @Test func `the lock of a killed holder is got by the one who waits`() throws {
        let child = try holder()
        // Another process kills the holder while this one waits in the kernel.
        let killer = try ChildProcess.spawn(
            ProcessDescription(
                executable: "/bin/sh",
                arguments: ["sh", "-c", "sleep 0.1; kill -KILL \(child.pid)"],
                environment: .current))
        #expect(errorNumber(patience: .seconds(60)) == nil)
        _ = try killer.wait()
        _ = try child.wait()
    }

    @Test func `of many who add one, none is lost`() throws {
        let script = #"""
            i=0; while [ $i -lt 10 ]; do i=$((i + 1))
            flock "$1" sh -c 'n=$(cat "$1.n"); echo $((n + 1)) >"$1.n"' sh "$1"; done
            """#
        try folder.write("lock.n", "0\n")
        let child = try ChildProcess.spawn(
            ProcessDescription(
                executable: "/bin/sh", arguments: ["sh", "-c", script, "sh", folder("lock")],
                environment: .current))
        for _ in 0..<10 {
            let lock = try FileLock(folder("lock"), patience: .seconds(60))
            let text = String(
                decoding: try FileSystem.read(folder("lock.n"), limit: 100), as: UTF8.self)
            let number = try #require(Int(text.dropLast()))
            try folder.write("lock.n", "\(number + 1)\n")
            _ = lock.file.raw
        }
        #expect(try child.wait() == .exited(0))
        #expect(try FileSystem.read(folder("lock.n"), limit: 100) == Array("20\n".utf8))
    }
}
