import DesktopTestSupport
import LinuxSystem
import TestSupport
import Testing

@testable import SimplePush

/// Calls on a real screen.
struct DunstCallTests {
    private let stage: AppStage
    private let screen: GuardedProcess

    init() throws {
        stage = try AppStage()
        screen = try stage.session.startDunst()
    }

    /// How many notifications are on the screen.
    private func displayed() throws -> Int {
        // Not before dunst is on the bus it can be asked.
        let count = try? stage.session.control(["count", "displayed"])
        return count.flatMap { Int($0.prefix { $0 != "\n" }) } ?? -1
    }

    private func untilRinging(_ id: String) throws {
        try stage.until("it rings") { stage.knows(call: id) }
        try stage.until("it is on the screen") { try displayed() == 1 }
    }

    @Test func `it rings as a call does, and put away it is a missed one at its end`() throws {
        try stage.ring("c1")
        try untilRinging("c1")
        let shown = try stage.session.shown { $0["summary"] == "Bridge" }
        #expect(shown?["urgency"] == "CRITICAL" && shown?["category"] == "call.incoming")
        #expect(shown?["body"] == "Incoming call")
        try stage.session.control(["close"])
        try stage.until("the app has heard of it") { !stage.knows(call: "c1") }
        try stage.end("c1")
        try stage.until("it is told") {
            try stage.session.shown { $0["category"] == "call.unanswered" } != nil
        }
        #expect(stage.states(of: "c1") == ["ringing", "missed"])
    }

    @Test func `with the app killed it ends by itself, and the next app tells that it was missed`()
        throws
    {
        try stage.ring("c1", seconds: 3)
        try untilRinging("c1")
        try stage.crash()
        try stage.until("the screen is empty") { try displayed() == 0 }
        #expect(stage.pids.count == 1, "nobody has seen to it")
        try stage.ring("c2")
        try stage.until("it is told") {
            try stage.session.shown { $0["category"] == "call.unanswered" } != nil
        }
        #expect(stage.states(of: "c1") == ["ringing", "missed"])
    }

    @Test func `a call that is ended while the app is gone rings no more`() throws {
        try stage.ring("c1", seconds: 600)
        try untilRinging("c1")
        try stage.crash()
        try stage.end("c1")
        try stage.until("it is told") {
            try stage.session.shown { $0["category"] == "call.unanswered" } != nil
        }
        try stage.until("nothing else is on the screen") { try displayed() == 1 }
        #expect(stage.states(of: "c1") == ["ringing", "missed"])
    }
}
