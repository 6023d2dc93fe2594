import Glibc
import LinuxSystem
import SystemdSupport
import TestSupport
import Testing

@Suite struct BusConnectionTests {
    private static let name = "org.example.Test"

    private func server(on stage: BusStage, _ methods: [BusInterface.Method] = []) throws -> Bus {
        let server = try stage.member()
        server.offer(BusInterface(Self.name, methods: methods), at: "/test")
        server.request(name: Self.name)
        server.connect()
        return server
    }

    @Test func `a bus that appears later is found`() throws {
        let stage = try BusStage(isRunning: false)
        let server = try server(on: stage, [.init("Ping") { $0.reply() }])
        #expect(try stage.runs { !stage.logged.isEmpty })
        #expect(!server.isConnected)
        try stage.bus.start()
        #expect(try stage.runs { server.isConnected })
        let client = try stage.connected()
        #expect(throws: Never.self) { try stage.answer(from: client, .test("Ping")).get() }
        #expect(stage.logged.count { $0.hasPrefix("there is no test bus") } == 1)
    }

    @Test func `a bus that is restarted is used again, with all that was declared`() throws {
        let stage = try BusStage()
        let server = try server(on: stage, [.init("Ping") { $0.reply() }])
        var events: [String] = []
        server.connected = { events.append("connected") }
        server.lost = { events.append("lost") }
        try #require(try stage.runs { server.isConnected })
        stage.bus.kill()
        #expect(try stage.runs { events == ["connected", "lost"] })
        #expect(!server.isConnected)
        try stage.bus.start()
        #expect(try stage.runs { events == ["connected", "lost", "connected"] })
        let client = try stage.connected()
        #expect(throws: Never.self) { try stage.answer(from: client, .test("Ping")).get() }
    }

    @Test func `a call under way fails when the bus is lost, and so does one without a bus`() throws
    {
        let stage = try BusStage()
        var calls: [BusCall] = []
        let server = try server(on: stage, [.init("Wait") { calls.append($0) }])
        let client = try stage.connected()
        var errors: [String] = []
        func call() {
            client.call(.test("Wait")) {
                if case .failure(let error) = $0 { errors.append(error.name) }
            }
        }
        try #require(try stage.runs { server.isConnected })
        call()
        try #require(try stage.runs { !calls.isEmpty })
        stage.bus.kill()
        #expect(try stage.runs { !errors.isEmpty && !client.isConnected })
        call()
        #expect(errors.count == 2 && errors[1] == BusError.disconnected)
        // Whoever called is gone with the bus: no harm.
        calls[0].reply()
    }

    @Test func `a bus that is dropped is told nothing more`() throws {
        let stage = try BusStage()
        weak var weakServer: Bus?
        let client = try stage.connected()
        do {
            let server = try server(on: stage, [.init("Ping") { $0.reply() }])
            try #require(try stage.runs { server.isConnected })
            weakServer = server
        }
        #expect(weakServer == nil)
        let answer = try stage.answer(from: client, .test("Ping"))
        #expect(throws: BusError.self) { try answer.get() }
    }

    @Test func `a name that somebody else has is waited for`() throws {
        let stage = try BusStage()
        var first: Bus? = try server(
            on: stage, [.init("Which", results: [.init("n", "u")]) { $0.reply(.uint32(1)) }])
        try #require(try stage.runs { first?.isConnected ?? false })
        let second = try server(
            on: stage, [.init("Which", results: [.init("n", "u")]) { $0.reply(.uint32(2)) }])
        try #require(try stage.runs { second.isConnected })
        let client = try stage.connected()
        #expect(try stage.answer(from: client, .test("Which")).get() == [.uint32(1)])
        first = nil
        #expect(try stage.answer(from: client, .test("Which")).get() == [.uint32(2)])
    }

    @Test func `a name that may not be had is told, and the rest works`() throws {
        let stage = try BusStage(policy: policy(owning: "deny"))
        let server = try server(on: stage, [.init("Ping") { $0.reply() }])
        #expect(try stage.runs { stage.logged.contains { $0.hasPrefix("cannot be \(Self.name)") } })
        #expect(server.isConnected)
    }

    @Test func `a name that may be had only after a while is had then`() throws {
        let stage = try BusStage(policy: policy(owning: "deny"))
        let server = try server(on: stage)
        #expect(try stage.runs { stage.logged.contains { $0.hasPrefix("cannot be \(Self.name)") } })
        try stage.bus.write(policy: policy(owning: "allow"))
        let reload = Bus.Target(
            Bus.itself, "/org/freedesktop/DBus", "org.freedesktop.DBus", "ReloadConfig")
        _ = try stage.answer(from: server, reload).get()
        server.tryAgain()
        #expect(try stage.runs { stage.logged.last == "can be \(Self.name) on the test bus now" })
        #expect(stage.logged.filter { $0.contains(Self.name) }.count == 2)
    }

    private func policy(owning word: String) -> String {
        """
        <policy context="default">
          <allow send_destination="*"/> <allow receive_sender="*"/> <\(word) own="*"/>
        </policy>
        """
    }

    @Test func `clients that ask and never read cost the others nothing`() async {
        // In a process of its own, whose memory is nobody else's.
        await #expect(processExitsWith: .success) {
            // The bus holds little for anybody, so it soon takes nothing more from the server.
            let stage = try BusStage(
                policy: """
                    <policy context="default">
                      <allow send_destination="*"/> <allow receive_sender="*"/> <allow own="*"/>
                    </policy>
                    <limit name="max_incoming_bytes">1000000</limit>
                    <limit name="max_outgoing_bytes">4000000</limit>
                    """)
            let text = String(repeating: "x", count: 100_000)
            let server = try stage.member()
            server.offer(
                BusInterface(
                    "org.example.Test",
                    methods: [
                        .init("Text", results: [.init("text", "s")]) { $0.reply(.string(text)) }
                    ]), at: "/test")
            server.request(name: "org.example.Test")
            server.connect()
            // A loop that stands still reads nothing.
            let deafLoop = try EventLoop()
            let deaf = try (0..<4).map { _ in try stage.connected(on: deafLoop) }
            try #require(try stage.runs { server.isConnected })
            let before = try residentMemory()
            for client in deaf {
                for _ in 0..<500 { client.call(.test("Text")) { _ in } }
            }
            var answers = 0
            let client = try stage.connected()
            #expect(
                try stage.runs {
                    if client.isConnected {
                        client.call(.test("Text"), patience: .milliseconds(500)) {
                            if case .success = $0 { answers += 1 }
                        }
                    }
                    return answers > 3
                })
            #expect(try residentMemory() - before < 8 << 20)
            withExtendedLifetime(deaf) {}
        }
    }
}

/// The memory of this process that is in use, in bytes.
private func residentMemory() throws -> Int {
    let bytes = try FileSystem.read("/proc/self/statm", limit: 1 << 10)
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
}
