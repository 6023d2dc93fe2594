import DesktopTestSupport
import LinuxSystem
import StrictJSON
import SystemdSupport
import TestSupport
import Testing

@testable import SimplePush

/// The containing app as the bus starts it, with a notification server that does what the test wants.
struct AppTests {
    private func stage(idle: String = "10m") throws -> (AppStage, FakeServer) {
        let stage = try AppStage(idle: idle)
        return (stage, try server(stage))
    }

    private func server(_ stage: AppStage) throws -> FakeServer {
        try FakeServer(
            at: stage.session.bus.address, loop: stage.loop, capabilities: ["actions", "body"])
    }

    private func untilShown(_ count: Int, _ stage: AppStage, _ server: FakeServer) throws {
        try stage.until("notification \(count)") { server.notified.count == count }
    }

    private func click(_ action: String, on id: UInt32, _ stage: AppStage, _ server: FakeServer)
        throws
    {
        // Only what is on the screen can be clicked: the app has to have heard of it.
        try stage.until("the app knows its notification") { stage.knows(id) }
        server.tell("ActionInvoked", .uint32(id), .string(action))
    }

    @Test(arguments: [("accept", "accepted"), ("decline", "declined")])
    func `a call starts the app, rings as a call does, and is answered`(
        action: String, state: String
    ) throws {
        let (stage, server) = try stage()
        let text =
            #"{"call":"c1","event":"incoming","n":1.50,"senderName":"Bridge & <b>","x":[1,null]}"#
        guard case .object(let info) = try JSONValue(parsing: Array(text.utf8)) else { return }
        #expect(try stage.report(info, id: "c1") == nil)
        try untilShown(1, stage, server)
        let arguments = server.notified[0]
        #expect(arguments[3] == .string("Bridge & <b>") && arguments[4] == .string("Incoming call"))
        #expect(arguments[5] == .strings(["accept", "Accept", "decline", "Decline"]))
        #expect(server.hint("urgency") == .byte(2) && server.hint("resident") == .bool(true))
        #expect(server.hint("category") == .string("call.incoming"))
        #expect(server.hint("sound-name") == .string("phone-incoming-call"))
        guard case .int32(let timeout) = arguments[7] else { return }
        #expect((1...30_000).contains(timeout), "it ends by itself")
        #expect(stage.said("incomingCall") == [["profile": "p", "userInfo": .object(info)]])
        try click(action, on: 1, stage, server)
        try stage.until("it stops to ring") { server.closed == [1] }
        try stage.until("it says so") { stage.states(of: "c1") == ["ringing", state] }
        #expect(server.notified.count == 1 && stage.log.isEmpty, "\(stage.log)")
        #expect(try stage.status(ofFile: "calls.json").permissions == 0o600)
    }

    @Test func `a call that its caller ends is a missed one, and one taken elsewhere is not`()
        throws
    {
        let (stage, server) = try stage()
        try stage.ring("c1")
        try untilShown(1, stage, server)
        try stage.end("c1")
        try untilShown(2, stage, server)
        #expect(server.closed == [1])
        #expect(server.notified[1][3] == .string("Missed call"))
        #expect(server.notified[1][4] == .string("Bridge"))
        #expect(server.hint("category") == .string("call.unanswered"))
        #expect(server.hint("x-dunst-stack-tag") == .string("c1"), "in place of what rang")
        #expect(server.notified[1][5] == .strings([]), "there is nothing to open")
        #expect(server.hint("sound-name") == nil)
        try stage.ring("c2")
        try untilShown(3, stage, server)
        try stage.end("c2", as: "answeredElsewhere")
        try stage.until("it stops to ring") { server.closed == [1, 3] }
        #expect(stage.states(of: "c2") == ["ringing", "answeredElsewhere"])
        #expect(server.notified.count == 3)
    }

    @Test func `a call that nobody takes stops to ring and is a missed one`() throws {
        let (stage, server) = try stage()
        try stage.ring("c1", seconds: 1)
        try untilShown(2, stage, server)
        #expect(server.closed == [1] && server.notified[1][3] == .string("Missed call"))
        #expect(stage.states(of: "c1") == ["ringing", "missed"])
    }

    @Test func `a call that was put away is a missed one at its end`() throws {
        let (stage, server) = try stage()
        try stage.ring("c1", seconds: 2)
        try untilShown(1, stage, server)
        try stage.until("the app knows its notification") { stage.knows(1) }
        server.tell("NotificationClosed", .uint32(1), .uint32(2))
        try untilShown(2, stage, server)
        #expect(server.closed.isEmpty && server.notified[1][3] == .string("Missed call"))
    }

    @Test func `a call rings once, whatever starts anew meanwhile`() throws {
        let (stage, server) = try stage()
        try stage.ring("c1")
        try untilShown(1, stage, server)
        try click("decline", on: 1, stage, server)
        try stage.until("it stops to ring") { server.closed == [1] }
        stage.restartService()
        try stage.ring("c1")
        try stage.ring("c1", message: "another message")
        try stage.crash()
        stage.restartService()
        try stage.ring("c1")
        try stage.ring("c2")
        try untilShown(2, stage, server)
        #expect(stage.states(of: "c1") == ["ringing", "declined"])
        #expect(stage.pids.count == 2)
    }

    @Test func `after a crash the next app rings on, where its buttons are heard`() throws {
        let (stage, server) = try stage()
        try stage.ring("c1", seconds: 60)
        try untilShown(1, stage, server)
        try stage.until("the app knows its notification") { stage.knows(1) }
        try stage.crash()
        #expect(try stage.call("org.freedesktop.Application", "Activate", .dictionary([])) == nil)
        try untilShown(2, stage, server)
        #expect(server.notified[1][1] == .uint32(1), "in place of the other")
        try click("accept", on: 2, stage, server)
        try stage.until("it is accepted") { stage.states(of: "c1") == ["ringing", "accepted"] }
        #expect(server.closed == [2])
    }

    @Test func `after a crash the next app takes down what rings too long`() throws {
        let (stage, server) = try stage()
        try stage.ring("c1", seconds: 1)
        try untilShown(1, stage, server)
        try stage.until("the app knows its notification") { stage.knows(1) }
        try stage.crash()
        let end = MonotonicClock.now + .seconds(1)
        try stage.until("its time is over") { MonotonicClock.now > end }
        #expect(try stage.call("org.freedesktop.Application", "Activate", .dictionary([])) == nil)
        try untilShown(2, stage, server)
        #expect(server.closed == [1] && server.notified[1][3] == .string("Missed call"))
        #expect(stage.states(of: "c1") == ["ringing", "missed"])
    }

    @Test func `after a crash the end of the call, too, takes down what rings`() throws {
        let (stage, server) = try stage()
        try stage.ring("c1")
        try untilShown(1, stage, server)
        try stage.until("the app knows its notification") { stage.knows(1) }
        try stage.crash()
        try stage.end("c1")
        try untilShown(2, stage, server)
        #expect(server.closed == [1] && server.notified[1][3] == .string("Missed call"))
    }

    @Test func `told to end, it leaves nothing that rings`() throws {
        let (stage, server) = try stage()
        try stage.ring("c1")
        try untilShown(1, stage, server)
        try stage.until("the app knows its notification") { stage.knows(1) }
        try stage.terminate()
        try stage.until("it stops to ring") { server.closed == [1] }
    }

    @Test func `without a notification server a call is taken, and rings when there is one`() throws
    {
        let stage = try AppStage()
        try stage.ring("c1")
        try stage.until("it says why") { stage.log.contains("there is no notification server") }
        #expect(stage.states(of: "c1") == ["ringing"])
        let server = try server(stage)
        try untilShown(1, stage, server)
        #expect(server.notified[0][3] == .string("Bridge"))
    }

    @Test func `a notification server that takes too long to answer is asked again`() throws {
        let (stage, server) = try stage()
        server.isSilent = true
        try stage.ring("c1", seconds: 60)
        try untilShown(1, stage, server)
        server.isSilent = false
        try untilShown(2, stage, server)
        #expect(server.hint("x-dunst-stack-tag") == .string("c1"), "in the same place")
        try click("accept", on: 2, stage, server)
        try stage.until("it is accepted") { stage.states(of: "c1") == ["ringing", "accepted"] }
    }

    @Test func `a notification server that refuses a call is asked again while it rings`() throws {
        let (stage, server) = try stage()
        server.error = BusError("org.example.Full", "too many")
        try stage.ring("c1", seconds: 60)
        try stage.until("it says why") { stage.log.contains("a call cannot ring") }
        server.error = nil
        try untilShown(1, stage, server)
        try click("accept", on: 1, stage, server)
        try stage.until("it is accepted") { stage.states(of: "c1") == ["ringing", "accepted"] }
    }

    @Test func `with nothing to do it ends, and the next call starts it again`() throws {
        let (stage, server) = try stage(idle: "1s")
        try stage.ring("c1", seconds: 3)
        try untilShown(2, stage, server)
        #expect(server.notified[1][3] == .string("Missed call"), "it did not end while it rang")
        let first = try #require(stage.pids.last)
        try stage.until("it ends") { !stage.isRunning(first) }
        try stage.ring("c2")
        try untilShown(3, stage, server)
        #expect(stage.pids.count == 2 && !stage.log.contains("crash"), "\(stage.log)")
    }

    @Test func `a missed call keeps it until it is told, and outlives it`() throws {
        let stage = try AppStage(idle: "1s")
        try stage.ring("c1", seconds: 1)
        try stage.until("it is missed") { stage.states(of: "c1").last == "missed" }
        let first = try #require(stage.pids.last)
        let later = MonotonicClock.now + .seconds(3)
        try stage.until("it would have ended") { MonotonicClock.now > later }
        #expect(stage.isRunning(first), "nobody else tells the person")
        try stage.crash()
        #expect(try stage.call("org.freedesktop.Application", "Activate", .dictionary([])) == nil)
        let server = try server(stage)
        try untilShown(1, stage, server)
        #expect(server.notified[0][3] == .string("Missed call"))
        let second = try #require(stage.pids.last)
        try stage.until("it ends") { !stage.isRunning(second) }
        #expect(stage.pids == [first, second])
    }

    @Test func `a second one ends at once, and says that it runs already`() throws {
        let (stage, server) = try stage()
        try stage.ring("c1")
        try untilShown(1, stage, server)
        #expect(try stage.startByHand().wait() == .exited(6))
        #expect(stage.log.contains("the app runs already"))
        try stage.end("c1")
        try untilShown(2, stage, server)
    }

    @Test func `a profile that is new gets its calls through`() throws {
        let (stage, server) = try stage()
        try stage.ring("c1")
        try stage.addProfile("new")
        #expect(try stage.report(["call": "c2"], id: "c2", profile: "new") == nil)
        try untilShown(2, stage, server)
        let problem = try stage.report(["call": "c3"], id: "c3", profile: "none")
        #expect(problem?.contains(#"no delegate takes calls of the profile "none""#) == true)
    }

    @Test func `what comes again is said once, and a click each time`() throws {
        let stage = try AppStage()
        for (action, id) in [("remote-notification", "m1"), ("notification", "m2")] {
            for _ in 0..<2 {
                let text = #"{"id":"\#(id)","action":"\#(action)","payload":{}}"#
                let parameter = BusValue.array([.variant(.string(text))], of: "v")
                #expect(
                    try stage.call(
                        "org.freedesktop.Application", "ActivateAction", .string(action), parameter,
                        .dictionary([])) == nil)
            }
        }
        try stage.until("they are said") { stage.said("message").count >= 3 }
        #expect(stage.said("message").map { $0["id"] } == ["m1", "m2", "m2"])
    }

    @Test func `garbage from anybody costs nothing but an error`() throws {
        let (stage, server) = try stage()
        try stage.ring("c0")
        let interface = "org.localpush1.AppPushDelegate"
        let method = "DidReceiveIncomingCall"
        for text in ["", "[]", "{\"a\":1,\"a\":2}", "{", "\u{0}"] {
            let error = try stage.call(interface, method, .string("p"), .string("x"), .string(text))
            #expect(error == BusError.invalidArguments)
        }
        #expect(try stage.call(interface, method, .uint32(7)) != nil)
        #expect(try stage.call(interface, "Nothing") != nil)
        for number in 0..<200 {
            let text = #"{"call":"\u202e\#(number)","senderName":7,"ringSeconds":-1e99,"event":[]}"#
            #expect(
                try stage.call(
                    interface, method, .string("p"), .string("\(number)"), .string(text)) == nil)
        }
        try stage.until("they are told") { server.notified.count > 190 }
        let action = BusValue.array([.variant(.string("[1"))], of: "v")
        #expect(
            try stage.call(
                "org.freedesktop.Application", "ActivateAction", .string("\n"), action,
                .dictionary([])) == nil)
        try stage.end("c0")
        try stage.until("it is missed") { stage.states(of: "c0").last == "missed" }
        #expect(stage.pids.count == 1)
        #expect(try stage.status(ofFile: "calls.json").size < 64 << 10)
    }
}
