import LinuxSystem
import LocalPushModel
import LocalPushService
import MessageLines
import PreferencesStore
import TestSupport
import Testing

/// The service takes back what nobody confirms.
struct RevertTests {
    private func change(_ stage: ServiceStage, within patience: Duration) throws {
        var transaction = try stage.store.begin()
        transaction.preferences.apply(
            [try stage.profile("new", ssid: ServiceStage.ssid)], pruning: .everything)
        _ = try transaction.commit(confirmingWithin: patience)
    }

    private func names(_ stage: ServiceStage) throws -> [String] {
        try stage.store.load().profiles.map(\.name.text)
    }

    @Test func `a change that is not confirmed in time is taken back, and so are its agents`()
        throws
    {
        let stage = try ServiceStage()
        try stage.save("old")
        try stage.start()
        try stage.join()
        try stage.until("the agent runs") { stage.state("old") == .active }
        try change(stage, within: .milliseconds(700))
        try stage.until("the new one runs") { stage.state("new") == .active }
        try stage.until("the old one is back") { stage.state("old") == .active }
        #expect(try names(stage) == ["old"])
        #expect(stage.log.contains { $0.contains("not confirmed in time") })
    }

    @Test func `one that is confirmed stays`() throws {
        let stage = try ServiceStage()
        try stage.save("old")
        try stage.start()
        try change(stage, within: .milliseconds(300))
        try stage.until("it is in force") { stage.profile("new") != nil }
        let deadline = try #require(try stage.store.pendingRevert()).deadline
        #expect(stage.service.status().service.awaitsConfirmationUntil == WallClock.text(deadline))
        #expect(try stage.store.confirm() == .confirmed(generation: 2))
        try stage.until("it is told") {
            stage.service.status().service.awaitsConfirmationUntil == nil
        }
        // The timer of the service finds nothing to do.
        let later = MonotonicClock.now + .milliseconds(500)
        try stage.until("its time is over") { MonotonicClock.now > later }
        #expect(try names(stage) == ["new"])
    }

    @Test func `a service that starts when the time is over takes it back at once`() throws {
        let stage = try ServiceStage()
        try stage.save("old")
        try change(stage, within: .zero)
        try stage.start()
        try stage.until("the old one is back", patience: .seconds(2)) {
            stage.profile("old") != nil
        }
        #expect(try names(stage) == ["old"])
    }

    @Test func `while another program holds the lock, the service goes on and tries again`() throws
    {
        let stage = try ServiceStage()
        try stage.save("old")
        try change(stage, within: .milliseconds(50))
        let lock = try FileLock(stage.folder("preferences.json.lock"), patience: .seconds(5))
        try stage.start()
        let later = MonotonicClock.now + .milliseconds(200)
        try stage.until("its time is over") { MonotonicClock.now > later }
        #expect(try names(stage) == ["new"])
        _ = consume lock
        try stage.until("the old one is back") { stage.profile("old") != nil }
    }
}
