import Glibc
import LinuxSystem
import SystemdSupport
import TestSupport
import Testing

@Suite struct EventLoopTests {
    let loop: EventLoop

    init() throws { loop = try EventLoop() }

    /// Runs the loop until `condition` holds; false when it takes too long.
    private func runs(until condition: () -> Bool) throws -> Bool {
        let deadline = MonotonicClock.now + .seconds(20)
        while !condition() {
            if MonotonicClock.now > deadline { return false }
            try loop.runOnce(patience: .milliseconds(100))
        }
        return true
    }

    /// Lets the loop do whatever is ready now.
    private func drain() throws {
        while try loop.runOnce(patience: .zero) {}
    }

    @Test func `a descriptor is told of as long as something is left to read`() throws {
        let pipe = try FileDescriptor.pipe()
        var calls = 0
        let source = try loop.watch(pipe.first.raw) { events in
            #expect(events == .readable)
            calls += 1
        }
        try drain()
        #expect(calls == 0)
        try pipe.second.writeAll([1])
        #expect(try runs { calls == 3 })
        source.isEnabled = false
        try drain()
        #expect(calls == 3 && !source.isEnabled)
    }

    @Test func `a source that is dropped is called no more, even by itself`() throws {
        let pipe = try FileDescriptor.pipe()
        try pipe.second.writeAll([1])
        var calls = 0
        var source: IOSource?
        source = try loop.watch(pipe.first.raw) { _ in
            calls += 1
            source = nil
        }
        #expect(try runs { calls == 1 })
        try drain()
        #expect(calls == 1 && source == nil)
    }

    @Test func `a descriptor may be closed before its source is dropped, even if others share it`()
        throws
    {
        let pipe = try FileDescriptor.pipe()
        var calls = 0
        var source: IOSource?
        do {
            let reader = try pipe.first.duplicate()
            source = try loop.watch(reader.raw) { _ in calls += 1 }
        }
        try pipe.second.writeAll([1])
        #expect(try runs { calls > 0 })
        source = nil
        let before = calls
        try drain()
        #expect(calls == before && source == nil)
    }

    @Test func `a timer goes off once, not early, and can be set again`() throws {
        var calls = 0
        let timer = try loop.timer { calls += 1 }
        try drain()
        #expect(calls == 0)
        let deadline = MonotonicClock.now + .milliseconds(20)
        timer.set(deadline)
        #expect(try runs { calls == 1 })
        #expect(MonotonicClock.now >= deadline)
        try drain()
        #expect(calls == 1)

        timer.set(after: .zero)
        #expect(try runs { calls == 2 })
        timer.set(after: .zero)
        timer.set(nil)
        try drain()
        #expect(calls == 2)
    }

    @Test func `a timer whose time has come goes off at once, however late it may`() throws {
        var calls = 0
        let timer = try loop.timer(accuracy: .seconds(100)) { calls += 1 }
        // When the patience is over, the timer goes off however late it is.
        let deadline = MonotonicClock.now + .seconds(20)
        timer.set(after: .zero)
        try loop.runOnce(patience: .seconds(30))
        #expect(calls == 1)
        // One that is not due yet keeps its liberty.
        timer.set(after: .milliseconds(50))
        timer.set(MonotonicClock.now)
        try loop.runOnce(patience: .seconds(30))
        #expect(calls == 2 && MonotonicClock.now < deadline)
    }

    @Test func `a timer that was set to a later time waits for it`() throws {
        var calls = 0
        let timer = try loop.timer { calls += 1 }
        timer.set(MonotonicClock.now + .milliseconds(1))
        timer.set(MonotonicClock.now + .seconds(1000))
        try loop.runOnce(patience: .milliseconds(20))
        #expect(calls == 0)
    }

    @Test func `a deferred call comes once, after the present one`() throws {
        var order: [String] = []
        let deferred = try loop.deferred { order.append("deferred") }
        let timer = try loop.timer {
            deferred.schedule()
            deferred.schedule()
            order.append("timer")
        }
        timer.set(after: .zero)
        #expect(try runs { order.count == 2 })
        try drain()
        #expect(order == ["timer", "deferred"])
        deferred.schedule()
        #expect(try runs { order.count == 3 })
    }

    @Test func `a loop ends with the code it is given`() throws {
        let timer = try loop.timer { [loop] in loop.exit(7) }
        timer.set(after: .zero)
        #expect(try loop.run() == 7)
    }

    @Test func `an ended child makes its descriptor readable`() throws {
        let child = try ChildProcess.spawn(
            ProcessDescription(
                executable: "/bin/sh", arguments: ["sh", "-c", "exit 3"], environment: [:]))
        var hasEnded = false
        let source = try loop.watch(child.handle.descriptor.raw) { _ in hasEnded = true }
        #expect(try runs { hasEnded })
        source.isEnabled = false
        #expect(try child.wait() == .exited(3))
    }

    @Test func `changes in a folder are told by name`() throws {
        let folder = try TemporaryFolder()
        var names: [String] = []
        let source = try loop.watchFile(folder.path, for: .folder) { names.append($0.name) }
        try folder.write("new", "x")
        #expect(try runs { names.contains("new") })
        names = []
        try FileSystem.remove(folder("new"))
        #expect(try runs { names == ["new"] })
        #expect(source.isEnabled)
    }

    @Test func `that what is watched is gone is told`() throws {
        let folder = try TemporaryFolder()
        try FileSystem.makeFolder(folder("sub"), mode: 0o700)
        var isGone = false
        let source = try loop.watchFile(folder("sub"), for: [.folder, .onlyFolder]) {
            if $0.isEnd { isGone = true }
        }
        try FileSystem.removeFolder(folder("sub"))
        #expect(try runs { isGone })
        _ = source
    }

    @Test func `what is not there cannot be watched`() {
        let error = #expect(throws: SystemError.self) {
            _ = try loop.watchFile("/proc/nonexistent", for: .folder) { _ in }
        }
        #expect(error == SystemError("watch", "/proc/nonexistent", errno: ENOENT))
    }

    @Test func `a signal is a call like any other`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let loop = try EventLoop()
            let signal = try loop.signal(SIGTERM) { loop.exit(0) }
            #expect(signal.isEnabled)
            // Sent to the process it might go to a thread of the test library's.
            pthread_kill(pthread_self(), SIGTERM)
            exit(try loop.run())
        }
    }

    @Test func `sources and loop go when nobody holds them`() throws {
        weak var weakLoop: EventLoop?
        weak var weakSource: TimerSource?
        do {
            let loop = try EventLoop()
            let timer = try loop.timer {}
            timer.set(after: .zero)
            try loop.runOnce(patience: .seconds(1))
            (weakLoop, weakSource) = (loop, timer)
        }
        #expect(weakLoop == nil && weakSource == nil)
    }
}
