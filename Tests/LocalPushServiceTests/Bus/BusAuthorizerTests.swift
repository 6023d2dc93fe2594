import LinuxSystem
import LocalPushService
import SystemdSupport
import TestSupport
import Testing

@Suite struct BusAuthorizerTests {
    let loop: EventLoop
    let daemon: PrivateBus
    private let server: Bus
    private let client: Bus
    private let kept = Kept()

    /// The bus has the method, and the authorizer has the bus: it is kept here, not by the method.
    private final class Kept {
        var authorizer: BusAuthorizer?
    }

    init() throws {
        loop = try EventLoop()
        daemon = try PrivateBus()
        server = try Bus("server's bus", at: daemon.address, loop: loop, log: Log { _ in })
        client = try Bus("client's bus", at: daemon.address, loop: loop, log: Log { _ in })
    }

    /// A server whose one method does nothing but ask who may call it.
    private func serve(asksPolkit: Bool = true, isPrivileged: Bool = false) throws {
        let authorizer = BusAuthorizer(server, asksPolkit: asksPolkit) {
            #expect($0 == ProcessIdentity.effectiveUser)
            return isPrivileged
        }
        kept.authorizer = authorizer
        server.offer(
            BusInterface(
                "org.example.Test",
                methods: [
                    .init("Change") { [unowned authorizer] call in
                        authorizer.decide(on: call.message) { error in
                            if let error { call.fail(error) } else { call.reply() }
                        }
                    }
                ]), at: "/test")
        server.request(name: "org.example.Test")
        server.connect()
        client.connect()
        try #require(try runs { server.isConnected && client.isConnected })
    }

    private func runs(until condition: () -> Bool) throws -> Bool {
        let deadline = MonotonicClock.now + .seconds(20)
        while !condition() {
            if MonotonicClock.now > deadline { return false }
            try loop.runOnce(patience: .milliseconds(100))
        }
        return true
    }

    /// The errors of so many calls made at once; nil where there is none.
    private func calls(_ count: Int = 1, allowingInteraction: Bool = false) throws -> [String?] {
        var errors: [String?] = []
        for _ in 0..<count {
            client.call(
                Bus.Target("org.example.Test", "/test", "org.example.Test", "Change"),
                allowsInteraction: allowingInteraction
            ) {
                if case .failure(let error) = $0 {
                    errors.append(error.name)
                } else {
                    errors.append(nil)
                }
            }
        }
        try #require(try runs { errors.count == count })
        return errors
    }

    private func polkit() throws -> PolkitStandIn {
        let polkit = try PolkitStandIn(loop, at: daemon.address)
        try #require(try runs { polkit.bus.isConnected })
        return polkit
    }

    @Test func `a privileged user is not asked about`() throws {
        let polkit = try polkit()
        try serve(isPrivileged: true)
        #expect(try calls() == [nil] && polkit.asked.isEmpty)
    }

    @Test func `on a session's bus nobody but the user may change anything`() throws {
        let polkit = try polkit()
        polkit.verdict.isAuthorized = true
        try serve(asksPolkit: false)
        #expect(try calls() == [BusError.accessDenied] && polkit.asked.isEmpty)
    }

    @Test func `polkit decides, about the connection that called`() throws {
        let polkit = try polkit()
        try serve()
        polkit.verdict.isAuthorized = true
        #expect(try calls() == [nil])
        polkit.verdict.isAuthorized = false
        #expect(try calls() == [BusError.accessDenied])
        let question = try #require(polkit.asked.first)
        guard case .structure(let subject) = question[0],
            case .array(let details, "{sv}") = subject[1],
            case .entry(.string("name"), .variant(.string(let name)))? = details.first
        else { throw BusError(BusError.failed, "no subject") }
        #expect(subject[0] == .string("system-bus-name") && name.hasPrefix(":"))
        #expect(question[1] == .string("org.localpush1.manage") && question[3] == .uint32(0))
    }

    @Test func `a person is asked only where the caller allows it`() throws {
        let polkit = try polkit()
        polkit.verdict.isChallenge = true
        try serve()
        #expect(
            try calls() == ["org.freedesktop.DBus.Error.InteractiveAuthorizationRequired"])
        #expect(try calls(allowingInteraction: true) == [BusError.accessDenied])
        #expect(polkit.asked.map { $0[3] } == [.uint32(0), .uint32(1)])
    }

    @Test func `without polkit only the privileged may`() throws {
        try serve()
        #expect(try calls() == [BusError.accessDenied])
    }

    @Test func `a user who asks much at a time is refused, and may again later`() throws {
        let polkit = try polkit()
        polkit.answers = false
        try serve()
        // The user is known after this.
        client.call(Bus.Target("org.example.Test", "/test", "org.example.Test", "Change")) { _ in }
        try #require(try runs { polkit.waiting.count == 1 })
        var refused = 0
        for _ in 0..<20 {
            client.call(Bus.Target("org.example.Test", "/test", "org.example.Test", "Change")) {
                if case .failure(let error) = $0, error.name == BusError.limitsExceeded {
                    refused += 1
                }
            }
        }
        #expect(try runs { refused == 13 && polkit.waiting.count == 8 })
        for call in polkit.waiting {
            call.reply(.structure([.bool(true), .bool(false), .array([], of: "{ss}")]))
        }
        polkit.answers = true
        polkit.verdict.isAuthorized = true
        #expect(try calls() == [nil])
    }
}
