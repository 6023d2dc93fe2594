import Glibc
import LinuxSystem
import SystemdSupport
import TestSupport
import Testing

@Suite struct BusTests {
    private static let name = "org.example.Test"

    private func offer(
        _ methods: [BusInterface.Method] = [], properties: [BusInterface.Property] = [],
        on bus: Bus
    ) {
        bus.offer(BusInterface(Self.name, methods: methods, properties: properties), at: "/test")
        bus.request(name: Self.name)
    }

    private func serving(
        _ stage: BusStage, _ methods: [BusInterface.Method] = [],
        properties: [BusInterface.Property] = [], acceptsDescriptors: Bool = false
    ) throws -> Bus {
        let server = try stage.member(acceptsDescriptors: acceptsDescriptors)
        offer(methods, properties: properties, on: server)
        server.connect()
        try #require(try stage.runs { server.isConnected })
        return server
    }

    @Test func `values of every type pass unchanged`() throws {
        let stage = try BusStage()
        let values: [BusValue] = [
            .bool(true), .byte(255), .int32(-7), .uint32(.max), .int64(.min), .uint64(.max),
            .string("é\u{301}"),
            .objectPath("/a/b"), .bytes([0, 255]), .strings(["", "two"]), .array([], of: "{sv}"),
            .structure([.bool(false), .bytes([])]),
            .dictionary([("key", .string("value")), ("inner", .variant(.uint32(1)))]),
        ]
        let signature = values.map(\.signature).joined()
        let server = try serving(
            stage,
            [
                .init(
                    "Echo", arguments: values.enumerated().map { .init("a\($0)", $1.signature) },
                    results: values.enumerated().map { .init("r\($0)", $1.signature) }
                ) { call in
                    #expect(call.arguments == values && call.message.signature == signature)
                    // One by one, as a program would.
                    let a = call.arguments
                    call.reply(
                        a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11],
                        a[12])
                }
            ])
        let client = try stage.connected()
        #expect(try stage.answer(from: client, .test("Echo"), values).get() == values)
        #expect(server.isConnected)
    }

    @Test func `a descriptor passes where both sides accept it`() throws {
        let stage = try BusStage()
        let pipe = try FileDescriptor.pipe()
        let server = try serving(
            stage,
            [
                .init("Give", results: [.init("end", "h")]) {
                    $0.reply(.descriptor(pipe.second.raw))
                }
            ], acceptsDescriptors: true)
        let client = try stage.connected(acceptsDescriptors: true)
        var isWritten = false
        client.call(.test("Give")) { result in
            guard case .success(let message) = result,
                case .descriptor(let raw)? = try? message.values().first
            else { return }
            isWritten = write(raw, "x", 1) == 1
        }
        #expect(try stage.runs { isWritten })
        guard case .bytes(let bytes) = try pipe.first.read(upTo: 8) else {
            return #expect(Bool(false))
        }
        #expect(bytes == [UInt8(ascii: "x")] && server.isConnected)
    }

    @Test func `what sd-bus would refuse as text arrives as a replacement`() throws {
        let stage = try BusStage()
        let bad = [0xFDD0, 0x1FFFF, 0].compactMap(Unicode.Scalar.init)
        let sent = "a" + bad.map { String(Character($0)) }.joined() + "b"
        let server = try serving(
            stage,
            [.init("Text", results: [.init("text", "s")]) { $0.reply(.string(sent)) }])
        let client = try stage.connected()
        let text = try stage.answer(from: client, .test("Text")).get()
        #expect(text == [.string("a\u{FFFD}\u{FFFD}\u{FFFD}b")] && server.isConnected)
    }

    @Test func `a call can be answered later, and with an error`() throws {
        let stage = try BusStage()
        var waiting: [BusCall] = []
        let server = try serving(stage, [.init("Wait") { waiting.append($0) }])
        let client = try stage.connected()
        var answers: [Result<BusMessage, BusError>] = []
        for _ in 0..<2 { client.call(.test("Wait")) { answers.append($0) } }
        try #require(try stage.runs { waiting.count == 2 })
        #expect(answers.isEmpty && waiting[0].message.sender.hasPrefix(":"))
        waiting[0].fail(BusError("org.example.Error", "not now"))
        waiting[1].reply()
        try #require(try stage.runs { answers.count == 2 })
        #expect(throws: BusError("org.example.Error", "not now")) { try answers[0].get() }
        #expect(throws: Never.self) { try answers[1].get() }
        #expect(server.isConnected)
    }

    @Test func `a call of what is not there is an error, and so is one that nobody answers`() throws
    {
        let stage = try BusStage()
        let client = try stage.connected()
        let absent = try stage.answer(from: client, .test("Nothing"))
        #expect(throws: BusError.self) { try absent.get() }
        let server = try serving(stage, [.init("Silence") { _ in }])
        var error: BusError?
        client.call(.test("Silence"), patience: .milliseconds(50)) {
            if case .failure(let failure) = $0 { error = failure }
        }
        #expect(try stage.runs { error != nil })
        #expect(
            error?.name.hasSuffix("Timeout") == true || error?.name.hasSuffix("NoReply") == true)
        #expect(server.isConnected)
    }

    @Test func `properties are read, and their changes told`() throws {
        let stage = try BusStage()
        var count: UInt32 = 1
        let server = try serving(
            stage,
            properties: [
                .init("Count", "u") { _ in .uint32(count) },
                .init("Where", "s", isConstant: true) { .string($0) },
            ])
        let client = try stage.connected()
        let value = try stage.answer(
            from: client, .property(), [.string(Self.name), .string("Where")])
        #expect(try value.get() == [.variant(.string("/test"))])

        let watcher = try stage.member()
        var changes: [[BusValue]] = []
        watcher.listen(
            to: "PropertiesChanged", of: "org.freedesktop.DBus.Properties", at: "/test",
            from: Self.name
        ) { changes.append((try? $0.values()) ?? []) }
        watcher.connect()
        // What is answered comes after the wish to listen has arrived.
        try #require(try stage.runs { watcher.isConnected })
        _ = try stage.answer(from: watcher, .property(), [.string(Self.name), .string("Count")])
        count = 2
        server.emitChanges(of: ["Count"], at: "/test", interface: Self.name)
        try #require(try stage.runs { !changes.isEmpty })
        #expect(
            changes == [
                [.string(Self.name), .dictionary([("Count", .uint32(2))]), .strings([])]
            ])
    }

    @Test func `objects come and go`() throws {
        let stage = try BusStage()
        var names = ["a", "b-c"]
        func paths() -> [String] {
            names.compactMap { BusPath.encode($0, below: "/test/things") }
        }
        let server = try stage.member()
        let interface = BusInterface(
            Self.name, properties: [.init("Path", "o") { .objectPath($0) }])
        server.offer(
            interface, below: "/test/things", paths: paths, contains: { paths().contains($0) })
        server.offerObjectManager(at: "/test")
        server.request(name: Self.name)
        server.connect()
        let client = try stage.member()
        var told: [String] = []
        for signal in ["InterfacesAdded", "InterfacesRemoved"] {
            client.listen(
                to: signal, of: "org.freedesktop.DBus.ObjectManager", at: "/test", from: Self.name
            ) { told.append("\(signal) \((try? $0.values().first?.text) ?? "")") }
        }
        client.connect()
        try #require(try stage.runs { server.isConnected && client.isConnected })
        func managed() throws -> [String] {
            let answer = try stage.answer(
                from: client,
                Bus.Target(
                    Self.name, "/test", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects"))
            guard case .array(let objects, _)? = try answer.get().first else { return [] }
            return objects.compactMap {
                guard case .entry(let path, _) = $0 else { return nil }
                return path.text
            }.sorted()
        }
        #expect(try managed() == ["/test/things/a", "/test/things/b_2dc"])
        #expect(
            try stage.answer(
                from: client, .property(at: "/test/things/b_2dc"),
                [.string(Self.name), .string("Path")]
            ).get() == [.variant(.objectPath("/test/things/b_2dc"))])
        names = ["a", "d"]
        server.emitDisappearance(at: "/test/things/b_2dc", interface: Self.name)
        server.emitAppearance(at: "/test/things/d")
        try #require(try stage.runs { told.count == 2 })
        #expect(
            told == ["InterfacesRemoved /test/things/b_2dc", "InterfacesAdded /test/things/d"])
        #expect(try managed() == ["/test/things/a", "/test/things/d"])
        let gone = try stage.answer(
            from: client, .property(at: "/test/things/b_2dc"),
            [.string(Self.name), .string("Path")])
        #expect(throws: BusError.self) { try gone.get() }
    }

    @Test func `addresses are found as sd-bus finds them`() {
        #expect(BusAddress.system([:]) == "unix:path=/run/dbus/system_bus_socket")
        #expect(BusAddress.system(["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/x"]) == "unix:path=/x")
        #expect(BusAddress.session([:]) == nil)
        #expect(
            BusAddress.session(["XDG_RUNTIME_DIR": "/run/user/1 é,"])
                == "unix:path=/run/user/1%20%c3%a9%2c/bus")
        #expect(
            BusAddress.session(["DBUS_SESSION_BUS_ADDRESS": "a", "XDG_RUNTIME_DIR": "b"]) == "a")
    }
}
