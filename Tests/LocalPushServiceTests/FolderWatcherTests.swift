import LinuxSystem
import LocalPushService
import SystemdSupport
import TestSupport
import Testing

struct FolderWatcherTests {
    @Test func `a folder that is made while it is being armed is watched too`() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        var isFirstQuestion = true
        var looks = 0
        let watcher = try FolderWatcher(
            loop,
            folders: {
                let answer = WatchedFolder.watching(folders: [folder("a/b")], suffix: ".json")
                // What somebody else does between this answer and the watching.
                if isFirstQuestion { try? FileSystem.makeFolders(folder("a/b"), mode: 0o755) }
                isFirstQuestion = false
                return answer
            }, changed: { looks += 1 })
        watcher.arm()
        try folder.write("a/b/profile.json", "{}")
        let deadline = MonotonicClock.now + .seconds(10)
        while looks == 0, MonotonicClock.now < deadline {
            _ = try loop.runOnce(patience: .milliseconds(100))
        }
        #expect(looks == 1)
    }

    @Test func `a storm of changes costs a few looks, not one for each`() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        var looks = 0
        let watcher = try FolderWatcher(
            loop,
            folders: { WatchedFolder.watching(folders: [folder.path], suffix: ".json") },
            changed: {
                looks += 1
                let end = MonotonicClock.now + .milliseconds(5)
                while MonotonicClock.now < end {}
            })
        watcher.arm()
        for number in 0..<300 { try folder.write("\(number).json", "{}") }
        while try loop.runOnce(patience: .milliseconds(100)) {}
        #expect((1...30).contains(looks))
    }
}
