import LinuxSystem
import LocalPushModel
import LocalPushService
import StrictJSON
import SystemdSupport
import TestSupport
import Testing

/// The way of a call from the service to an app, over a real bus.
@Suite struct CallDeliveryTests {
    let daemon: PrivateBus
    let loop: EventLoop
    let bus: Bus

    init() throws {
        daemon = try PrivateBus()
        loop = try EventLoop()
        bus = try Bus("service's bus", at: daemon.address, loop: loop, log: Log { _ in })
        bus.connect()
    }

    private func delivery(patience: Duration = .seconds(30)) -> CallDelivery {
        let delivery = CallDelivery(patience: patience)
        delivery.bus = bus
        return delivery
    }

    private func call(
        _ id: String = "1", provider: String = "com.example.P", app: String? = "com.example-1.App",
        userInfo: JSONObject = [:]
    ) throws -> CallDelivery.Call {
        CallDelivery.Call(
            provider: try BundleIdentifier(provider), app: try app.map { try BundleIdentifier($0) },
            profile: try ProfileName("p"), id: id, userInfo: userInfo)
    }

    private func until(_ what: String, _ condition: () -> Bool) throws {
        let deadline = MonotonicClock.now + .seconds(10)
        while !condition() {
            try #require(MonotonicClock.now < deadline, "waited in vain: \(what)")
            try loop.runOnce(patience: .milliseconds(50))
        }
    }

    /// What comes of a call: nil for a delivered one.
    private func outcome(_ delivery: CallDelivery, _ call: CallDelivery.Call) throws -> String? {
        var answers: [String?] = []
        delivery.deliver(call) { answers.append($0) }
        try until("an answer") { !answers.isEmpty }
        #expect(answers.count == 1)
        return answers[0]
    }

    private func app() throws -> AppStandIn {
        let app = try AppStandIn(loop, at: daemon.address)
        try until("the app is there") { app.isThere }
        return app
    }

    @Test func `an app gets a call with its user info unchanged`() throws {
        let app = try app()
        let text = #"{"n":1.50,"big":12345678901234567890,"\u0000":["é","e\u0301",null,true]}"#
        guard case .object(let userInfo) = try JSONValue(parsing: Array(text.utf8)) else { return }
        #expect(try outcome(delivery(), try call(userInfo: userInfo)) == nil)
        let got = try #require(app.calls.first)
        #expect(got.profile == "p" && got.id == "1")
        #expect(try JSONValue(parsing: Array(got.userInfo.utf8)) == .object(userInfo))
    }

    @Test func `a call that was answered is never made again`() throws {
        let app = try app()
        let delivery = delivery()
        for _ in 0..<3 { #expect(try outcome(delivery, try call()) == nil) }
        #expect(app.calls.count == 1)
        // Another provider's call, and one whose identifier only looks the same, are others.
        #expect(try outcome(delivery, try call(provider: "com.example.Q")) == nil)
        #expect(try outcome(delivery, try call("\u{E9}")) == nil)
        #expect(try outcome(delivery, try call("e\u{301}")) == nil)
        #expect(app.calls.count == 4)
    }

    @Test func `a call that is reported again while it is under way is made once`() throws {
        let app = try app()
        app.answers = false
        let delivery = delivery()
        var answers: [String?] = []
        for _ in 0..<3 { delivery.deliver(try call()) { answers.append($0) } }
        try until("the call") { app.calls.count == 1 }
        #expect(answers.isEmpty)
        app.answerAll()
        try until("the answers") { answers.count == 3 }
        #expect(answers == [nil, nil, nil])
        #expect(app.calls.count == 1)
    }

    @Test func `a call that failed is made again when it is reported again`() throws {
        let app = try app()
        app.refusal = BusError(BusError.failed, "not \u{1B} now")
        let delivery = delivery()
        let problem = try outcome(delivery, try call())
        #expect(problem == #"com.example-1.App did not take it: not \x1b now"#)
        app.refusal = nil
        #expect(try outcome(delivery, try call()) == nil)
        #expect(app.calls.count == 2)
    }

    @Test func `an app that goes without an answer has not taken the call`() throws {
        var app: AppStandIn? = try app()
        app?.answers = false
        let delivery = delivery()
        var answers: [String?] = []
        delivery.deliver(try call()) { answers.append($0) }
        try until("the call") { app?.calls.count == 1 }
        app = nil
        try until("an answer") { !answers.isEmpty }
        #expect(answers.first??.contains("did not take it") == true)
    }

    @Test func `an app that does not answer in time has not taken the call`() throws {
        let app = try app()
        app.answers = false
        let problem = try outcome(delivery(patience: .milliseconds(100)), try call())
        #expect(problem?.contains("did not take it") == true)
    }

    @Test func `where nobody can take a call the reason is told`() throws {
        let delivery = delivery()
        #expect(
            try outcome(delivery, try call(app: nil)) == "the provider names no containingApp")
        let missing = try outcome(delivery, try call(app: "com.example.Missing"))
        #expect(missing?.contains("not provided by any .service files") == true)
        #expect(try outcome(delivery, try call(app: "com.example.1")) != nil, "no name on a bus")
        delivery.bus = nil
        #expect(try outcome(delivery, try call()) == "the service is on no bus")
        let absent = try Bus("absent bus", at: "unix:path=/nowhere", loop: loop, log: Log { _ in })
        delivery.bus = absent
        #expect(try outcome(delivery, try call()) != nil)
    }

    @Test func `the calls under way are bounded`() throws {
        let app = try app()
        app.answers = false
        let delivery = delivery()
        var problems: [String?] = []
        for number in 0..<(CallDelivery.mostUnderWay + 5) {
            delivery.deliver(try call("\(number)")) { problems.append($0) }
        }
        #expect(problems == Array(repeating: "too many calls are under way", count: 5))
        try until("the calls") { app.calls.count == CallDelivery.mostUnderWay }
        app.answerAll()
        try until("the answers") { problems.count == CallDelivery.mostUnderWay + 5 }
        app.answers = true
        #expect(try outcome(delivery, try call("one more")) == nil)
    }
}

/// An app on a bus, in the test's own process.
final class AppStandIn {
    struct Call {
        let profile: String
        let id: String
        let userInfo: String
    }

    private(set) var calls: [Call] = []
    /// Whether calls are answered at once.
    var answers = true
    /// What calls are answered with; nil to take them.
    var refusal: BusError?
    private var unanswered: [BusCall] = []
    private let bus: Bus

    init(_ loop: EventLoop, at address: String, name: String = "com.example-1.App") throws {
        bus = try Bus("app's bus", at: address, loop: loop, log: Log { _ in })
        let path = "/com/example_1/App"
        let interface = BusInterface(
            "org.localpush1.AppPushDelegate",
            methods: [
                .init(
                    "DidReceiveIncomingCall",
                    arguments: [.init("profile", "s"), .init("id", "s"), .init("userInfo", "s")]
                ) { [weak self] in self?.take($0) }
            ])
        bus.offer(interface, at: path)
        bus.request(name: name)
        bus.connect()
    }

    var isThere: Bool { bus.isConnected }

    private func take(_ call: BusCall) {
        let texts = call.arguments.map { $0.text ?? "" }
        calls.append(Call(profile: texts[0], id: texts[1], userInfo: texts[2]))
        guard answers else { return unanswered.append(call) }
        if let refusal { call.fail(refusal) } else { call.reply() }
    }

    func answerAll() {
        for call in unanswered { call.reply() }
        unanswered = []
    }
}
