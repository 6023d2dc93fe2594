import LinuxSystem
import LocalPushModel
import LocalPushService
import MessageLines
import PreferencesStore
import StrictJSON
import SystemdSupport
import TestSupport
import Testing

@Suite struct BusFrontTests {
    private static let profile = "org.localpush1.Profile"
    private static let path = "/org/localpush1/profile/a_2db"

    let daemon: PrivateBus
    let stage: ServiceStage
    let visitor: BusVisitor

    init() throws {
        daemon = try PrivateBus()
        stage = try ServiceStage(bus: daemon.address)
        visitor = try BusVisitor(stage, at: daemon.address)
    }

    private func start() throws {
        try stage.start()
        try visitor.connect()
    }

    private func text(_ name: String, ssid: String = ServiceStage.ssid, port: Int = 1) throws
        -> BusValue
    {
        .string(try stage.profile(name, ssid: ssid, port: port).json.compactText)
    }

    /// The name of the error that a call ends with.
    private func error(_ answer: Result<[BusValue], BusError>) -> String? {
        guard case .failure(let error) = answer else { return nil }
        return error.name
    }

    @Test func `the manager shows how things are, and says the same as the socket`() throws {
        try stage.save("a-b")
        try start()
        try stage.join()
        try stage.until("the agent has said all it has to say") {
            let agent = stage.profile("a-b")?.agent
            return agent?.pid != nil && agent?.status != nil
        }
        func manager(_ name: String) throws -> BusValue? {
            try visitor.property(name, of: "org.localpush1.Manager")
        }
        #expect(try manager("Version") == .string(Version.text))
        #expect(try manager("Scope") == .string("user"))
        #expect(try manager("Generation") == .uint64(1))
        #expect(try manager("Problems") == .strings([]))
        guard case .array(let networks, "(susaysb)")? = try manager("Networks"),
            case .structure(let network)? = networks.first
        else { throw BusError(BusError.failed, "no networks") }
        #expect(
            network[0] == .string("wlan1") && network[2] == .string("joined")
                && network[3] == .bytes(Array(ServiceStage.ssid.utf8)))
        let status = stage.service.status().json
        #expect(try visitor.manager("Status") == [.string(JSONValue.object(status).compactText)])
    }

    @Test func `a profile is an object whose properties follow its agent`() throws {
        try stage.save("a-b")
        visitor.listen(
            to: "PropertiesChanged", of: "org.freedesktop.DBus.Properties", at: Self.path)
        try start()
        #expect(try visitor.manager("GetProfile", .string("a-b")) == [.objectPath(Self.path)])
        #expect(
            try visitor.property("State", of: Self.profile, at: Self.path) == .string("waiting"))
        try stage.join()
        try stage.until("the change is told") {
            visitor.heard.contains { $0.contains(#"string("active")"#) }
                && visitor.heard.contains { $0.contains("AgentPID") }
        }
        let pid = try #require(stage.profile("a-b")?.agent?.pid)
        #expect(
            try visitor.property("AgentPID", of: Self.profile, at: Self.path)
                == .uint32(UInt32(pid)))
        #expect(
            try visitor.property("MatchedSSID", of: Self.profile, at: Self.path)
                == .bytes(Array(ServiceStage.ssid.utf8)))
        #expect(try visitor.property("IsActive", of: Self.profile, at: Self.path) == .bool(true))
    }

    @Test func `profiles come and go as objects, and a path has one spelling`() throws {
        for signal in ["InterfacesAdded", "InterfacesRemoved"] {
            visitor.listen(to: signal, of: "org.freedesktop.DBus.ObjectManager")
        }
        try start()
        try stage.save("a-b")
        try stage.until("it is told") { visitor.heard.count == 1 }
        #expect(
            visitor.heard[0].hasPrefix("InterfacesAdded") && visitor.heard[0].contains(Self.path))
        // "_61" is "a" too.
        let other = "/org/localpush1/profile/_61_2db"
        #expect(throws: BusError.self) {
            try visitor.property("Name", of: Self.profile, at: other)
        }
        try stage.remove("a-b")
        try stage.until("it is told") { visitor.heard.count == 2 }
        #expect(visitor.heard[1].hasPrefix("InterfacesRemoved"))
        #expect(throws: BusError.self) { try visitor.manager("GetProfile", .string("a-b")) }
    }

    @Test func `profiles are saved, switched and removed by the store's own transactions`() throws {
        try start()
        try stage.join()
        #expect(try visitor.manager("SaveProfile", text("a-b")) == [.uint64(1)])
        #expect(try visitor.manager("SaveProfile", text("a-b")) == [.uint64(1)], "a no-op")
        #expect(try stage.store.load().profiles.map(\.name.text) == ["a-b"])
        try stage.until("the agent runs") { stage.state("a-b") == .active }
        let disabled = try visitor.ask(Self.profile, "Disable", at: Self.path)
        #expect(try disabled.get() == [.uint64(2)])
        #expect(stage.profile("a-b")?.agent == nil, "answered when the agent is gone")
        #expect(try visitor.ask(Self.profile, "Enable", at: Self.path).get() == [.uint64(3)])
        #expect(stage.state("a-b") != .disabled)
        #expect(try visitor.manager("RemoveProfile", .string("a-b")) == [.uint64(4)])
        #expect(try stage.store.load().profiles.isEmpty)
    }

    @Test func `a device that takes signed profiles only takes none over the bus`() throws {
        try stage.save("a-b")
        try stage.folder.write("policy.json", #"{"requireSigned": true}"#)
        try start()
        func save(_ name: String, port: Int = 1) throws -> Result<[BusValue], BusError> {
            try visitor.ask(
                "org.localpush1.Manager", "SaveProfile", [try text(name, port: port)])
        }
        let refusal = BusError(BusError.accessDenied, "this device takes signed profiles only")
        for answer in [try save("new"), try save("a-b", port: 2)] {
            #expect(throws: refusal) { try answer.get() }
        }
        #expect(try save("a-b").get() == [.uint64(1)], "nothing is changed")
        let disabled = try visitor.ask(Self.profile, "Disable", at: Self.path)
        #expect(try disabled.get() == [.uint64(2)])
        #expect(try visitor.manager("RemoveProfile", .string("a-b")) == [.uint64(3)])
        try stage.folder.write("policy.json", "{")
        #expect(error(try save("new")) == "org.localpush1.Error.Failed")
        #expect(try stage.store.load().profiles.isEmpty)
    }

    @Test func `agents are started, stopped and restarted`() throws {
        try stage.save("a-b")
        try start()
        let early = try visitor.ask(Self.profile, "Start", at: Self.path)
        #expect(error(early) == "org.localpush1.Error.NotActive")
        try stage.join()
        try stage.until("the agent runs") { stage.state("a-b") == .active }
        let pid = stage.profile("a-b")?.agent?.pid
        #expect(try visitor.ask(Self.profile, "Restart", at: Self.path).get() == [])
        #expect(stage.state("a-b") == .active && stage.profile("a-b")?.agent?.pid != pid)
        #expect(try visitor.ask(Self.profile, "Stop", at: Self.path).get() == [])
        #expect(stage.state("a-b") == .held)
        #expect(try visitor.ask(Self.profile, "Start", at: Self.path).get() == [])
        #expect(stage.state("a-b") == .active)
    }

    @Test func `what cannot be is refused by name, and changes nothing`() throws {
        try FileSystem.makeFolders(stage.folder("user.d"), mode: 0o755)
        try stage.folder.write("user.d/a-b.json", stage.profile("a-b", ssid: "x").json.compactText)
        try start()
        let save = try visitor.ask(
            "org.localpush1.Manager", "SaveProfile", [.string(#"{"name": "x", "matchSSID": []}"#)])
        #expect(error(save) == "org.localpush1.Error.InvalidProfile")
        let long = try visitor.ask(
            "org.localpush1.Manager", "SaveProfile",
            [.string(String(repeating: " ", count: 1 << 20) + "{}")])
        #expect(error(long) == BusError.limitsExceeded)
        let name = try visitor.ask("org.localpush1.Manager", "RemoveProfile", [.string("../x")])
        #expect(error(name) == BusError.invalidArguments)
        let absent = try visitor.ask("org.localpush1.Manager", "RemoveProfile", [.string("x")])
        #expect(error(absent) == "org.localpush1.Error.NoSuchProfile")
        let managed = try visitor.ask(Self.profile, "Disable", at: Self.path)
        #expect(error(managed) == "org.localpush1.Error.Conflict")
        #expect(try stage.store.load().generation == 0)
    }

    @Test func `a list shows configurations to whom may change them`() throws {
        try stage.save("a-b", port: 4222)
        try start()
        guard case .string(let text)? = try visitor.manager("ListProfiles").first else {
            throw BusError(BusError.failed, "no list")
        }
        let list = try JSONDocument(parsing: Array(text.utf8)).root
        let first = try #require(Array(list.elements).first)
        #expect(first["name"]?.string == "a-b" && first["origin"]?.string == "stored")
        #expect(first["providerConfiguration"]?["port"]?.integer == 4222)
        guard case .array(let open) = stage.service.listing(withConfigurations: false),
            case .object(let object)? = open.first
        else { throw BusError(BusError.failed, "no list") }
        #expect(object["providerConfiguration"] == nil && object["name"] == .string("a-b"))
    }

    @Test func `while another program holds the store's lock, a change waits and all else goes on`()
        throws
    {
        try start()
        var saved: Result<BusMessage, BusError>?
        do {
            var transaction = try stage.store.begin()
            transaction.preferences.save(try stage.profile("other", ssid: "x"))
            visitor.bus.call(
                Bus.Target(
                    "org.localpush1", BusVisitor.manager, "org.localpush1.Manager", "SaveProfile"),
                [try text("a-b")]
            ) { saved = $0 }
            for _ in 0..<3 { _ = try visitor.manager("Status") }
            let end = MonotonicClock.now + .milliseconds(100)
            while MonotonicClock.now < end { try stage.loop.runOnce(patience: .milliseconds(20)) }
            #expect(saved == nil)
            _ = try transaction.commit()
        }
        try stage.until("the lock is free") { saved != nil }
        #expect(throws: Never.self) { try saved?.get() }
        #expect(try stage.store.load().profiles.map(\.name.text) == ["other", "a-b"])
    }

    @Test func `what no property shows is a signal`() throws {
        try stage.save("a-b")
        for signal in ["AgentStopping", "AgentFailed", "IncomingCall", "Roamed"] {
            visitor.listen(to: signal, of: "org.localpush1.Manager")
        }
        try start()
        try stage.join()
        try stage.until("the agent runs") { stage.state("a-b") == .active }
        try stage.leave()
        try stage.join()
        try stage.until("the roam is told") {
            visitor.heard.contains { $0.hasPrefix("Roamed") }
                && visitor.heard.contains { $0.hasPrefix("IncomingCall") }
        }
        _ = try visitor.ask(Self.profile, "Disable", at: Self.path)
        #expect(
            visitor.heard.last
                == "AgentStopping \([BusValue.string("a-b"), .string("configurationDisabled"), .uint32(9)])"
        )
    }

    @Test func `an SSID that no text on a bus can have is shown all the same`() throws {
        let odd = try #require(Unicode.Scalar(0xFDD0))
        try stage.save("a-b", ssid: "x" + String(Character(odd)))
        try start()
        let listed = try visitor.manager("ListProfiles")
        guard case .string(let text)? = listed.first else { throw BusError(BusError.failed, "") }
        #expect(text.contains(#""x\ufdd0""#))
    }

    @Test func `a bus that is restarted has the service again`() throws {
        try stage.save("a-b")
        try start()
        daemon.kill()
        try stage.until("the loss is noticed") { !visitor.bus.isConnected }
        try stage.join()
        try stage.until("the main job goes on without a bus") { stage.state("a-b") == .active }
        try daemon.start()
        try stage.until("the service is back") {
            visitor.bus.isConnected
                && (try? visitor.property("State", of: Self.profile, at: Self.path))
                    == .string("active")
        }
    }

    @Test func `a foreign program finds its way by introspection`() throws {
        try stage.save("a-b")
        try start()
        let (status, text) = try stage.run(
            [
                "/usr/bin/busctl", "--address=\(daemon.address)", "introspect", "--no-pager",
                "org.localpush1", Self.path,
            ])
        #expect(status == .exited(0))
        for word in ["org.localpush1.Profile", ".Disable", ".MatchedSSID", "emits-change"] {
            #expect(text.contains(word), "\(text)")
        }
    }
}
