import CommandLineKit
import LinuxSystem
import LocalPushModel
import MessageLines
import PreferencesStore
import StrictJSON
import TestSupport
import Testing
import WirelessLink

struct ServiceTests {
    @Test func `an edit waits until its generation is in force`() throws {
        let world = try TestWorld()
        let report = world.report()
        let service = try FakeService(at: world.socketPath()) { request in
            switch request {
            case .status: [.status(report)]
            case .await(generation: 1, gone: nil): [.done(generation: 1)]
            default: [.refused(.init(exitStatus: 1, message: "unexpected"))]
            }
        }
        let outcome = world.add("ship", "--json")
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        #expect(try outcome.json["service"] == "inForce")
        withExtendedLifetime(service) {}
    }

    @Test func `disable waits until the agent is gone, unless told not to`() throws {
        let world = try TestWorld()
        world.add("ship")
        let report = world.report()
        let service = try FakeService(at: world.socketPath()) { request in
            if case .status = request { return [.status(report)] }
            guard case .await(let generation, let gone) = request, gone?.text == "ship" else {
                return [.refused(.init(exitStatus: 1, message: "unexpected"))]
            }
            return generation == 2
                ? [.refused(.init(exitStatus: 1, message: "the agent of ship is still there"))]
                : [.done(generation: generation)]
        }
        let late = world.run("profile", "disable", "ship")
        #expect(late.status == 1)
        #expect(late.errors.contains("saved, but the agent of ship is still there"))
        world.run("profile", "enable", "ship", "--store", world.storePath())
        #expect(world.run("profile", "disable", "ship", "--no-wait").status == 0)
        withExtendedLifetime(service) {}
    }

    @Test func `a service that keeps to another store is not waited for`() throws {
        let world = try TestWorld()
        var report = world.report()
        report.service.store = "/elsewhere"
        let service = try FakeService(at: world.socketPath()) { [report] request in
            if case .status = request { return [.status(report)] }
            return []
        }
        #expect(try world.add("ship", "--json").json["service"] == "notAsked")
        withExtendedLifetime(service) {}
    }

    @Test func `status is what the service says`() throws {
        let world = try TestWorld()
        let agent = StatusReport.Agent(pid: 7, since: "2026-11-30T00:00:00.000Z", restarts: 1)
        let report = world.report(
            profiles: [
                .sample("ship", .active, "wlan0 is on \"a\\x1b\"", agent: agent),
                .sample("other", .backoff, "\u{1B}[31m"),
            ], networks: [.joined(try ssid("Deck 3"))])
        let service = try FakeService(at: world.socketPath()) { _ in [.status(report)] }
        let json = try world.run("status", "--json").json
        #expect(json["service"] == .object(report.service.json))
        #expect(json["profiles"] == .array(report.profiles.map { .object($0.json) }))
        #expect(json["networks"] == .array(report.networks.map { .object($0.json) }))
        let text = world.run("status").output
        #expect(
            text.contains(
                "User service: running since 2026-11-30T00:00:00.000Z, pid 42, generation 1"))
        #expect(text.contains("ship     user   active   7      wlan0 is on \"a\\x1b\""))
        #expect(!text.contains("\u{1B}"))
        withExtendedLifetime(service) {}
    }

    @Test func `without a service the profiles are shown as they are stored`() throws {
        let world = try TestWorld()
        world.add("ship")
        world.add("off", "--disabled")
        try world.manage("bad", "{")
        world.wireless = FakeWireless([.joined(try ssid("Deck 3"))])
        let outcome = world.run("status", "--json")
        #expect(outcome.status == 0)
        let json = try outcome.json
        #expect(json["service"]?["running"] == false)
        guard case .array(let profiles) = json["profiles"],
            case .array(let networks) = json["networks"]
        else {
            Issue.record("no profiles")
            return
        }
        #expect(profiles.map { $0["state"] } == ["waiting", "disabled", "invalid"])
        #expect(profiles.map { $0["isActive"] } == [false, false, false])
        #expect(networks.map { $0["ssid"] } == ["Deck 3"])
        #expect(world.run("status").output.contains("not running"))
    }

    @Test func `status tells no Wi-Fi at all from no interface`() throws {
        for problems in [[], [WirelessError.noWirelessSupport.description]] {
            let world = try TestWorld()
            var report = world.report()
            report.service.problems = problems
            let service = try FakeService(at: world.socketPath()) { [report] _ in [.status(report)]
            }
            let output = world.run("status").output
            #expect(output.contains("there is no Wi-Fi interface") == problems.isEmpty, "\(output)")
            withExtendedLifetime(service) {}
        }
    }

    @Test func `the service of another store than the named one is no answer`() throws {
        let world = try TestWorld()
        world.add("ship")
        let report = world.report(profiles: [.sample("ship", .active)])
        let service = try FakeService(at: world.socketPath()) { _ in [.status(report)] }
        #expect(world.run("is-active", "ship").status == 0)
        let other = world.folder("other.json")
        let added = world.run(
            "profile", "add", "ship", "--ssid", "Deck 3", "--provider", simplePush,
            "--store", other)
        #expect(added.status == 0)
        #expect(added.errors.contains("another store: \(world.storePath())"), "\(added.errors)")
        for command in [["is-active", "ship"], ["agent", "stop", "ship"], ["sync"], ["monitor"]] {
            let outcome = world.run((command + ["--store", other]).map { Argument($0) })
            #expect(outcome.status == 8, "\(command)")
        }
        let status = world.run("status", "--store", other)
        #expect(status.output.contains("waiting") && !status.output.contains("active"))
        withExtendedLifetime(service) {}
    }

    @Test func `status tells how long a change awaits its confirmation`() throws {
        let world = try TestWorld()
        world.add("ship")
        var report = world.report()
        report.service.awaitsConfirmationUntil = WallClock.text((world.time + 42) * 1_000_000_000)
        let service = try FakeService(at: world.socketPath()) { [report] _ in [.status(report)] }
        #expect(
            world.run("status").output.contains(
                "a change is taken back in 42 s unless you run: localpush apply --confirm\n"))
        #expect(
            world.run("status", "--user").output.contains("localpush apply --confirm --user\n"))
        let help = world.run("status", "--help").output
        #expect(help.contains("awaitsConfirmation") && help.contains("--confirm-within"))
        withExtendedLifetime(service) {}
    }

    @Test func `status tells of a change that awaits its confirmation without a service`() throws {
        let world = try TestWorld()
        world.add("ship")
        let none = try world.run("status", "--json").json["service"]?["awaitsConfirmation"]
        #expect(none == .null)
        var transaction = try world.store().begin()
        transaction.preferences.remove(try ProfileName("ship"))
        _ = try transaction.commit(confirmingWithin: .seconds(60))
        let deadline = try #require(try world.store().pendingRevert()).deadline
        let json = try world.run("status", "--json").json
        #expect(
            json["service"]?["awaitsConfirmation"] == ["until": .string(WallClock.text(deadline))])
        world.time = deadline / 1_000_000_000 + 1
        #expect(
            world.run("status").output.contains(
                "not confirmed in time; take it back with: localpush apply --revert\n"))
    }

    @Test func `is-active tells by its status`() throws {
        let world = try TestWorld()
        world.add("ship")
        #expect(world.run("is-active", "ship").status == 8)
        #expect(world.run("is-active", "other").status == 8)
        let report = world.report(profiles: [.sample("ship", .active), .sample("late", .waiting)])
        let service = try FakeService(at: world.socketPath()) { _ in [.status(report)] }
        #expect(world.run("is-active", "ship").status == 0)
        #expect(world.run("is-active", "ship").output == "active\n")
        #expect(world.run("is-active", "late").status == 3)
        #expect(world.run("is-active", "late", "--quiet").bytes.isEmpty)
        #expect(try world.run("is-active", "late", "--json").json["state"] == "waiting")
        #expect(world.run("is-active", "lat").errors.contains("did you mean late?"))
        #expect(world.run("is-active", "other").status == 4)
        withExtendedLifetime(service) {}
    }

    @Test func `monitor shows the status, then changes, until the service stops`() throws {
        let world = try TestWorld()
        let report = world.report(profiles: [.sample("ship", .waiting)])
        let event = MonitorEvent(
            time: "2026-11-30T12:00:00.000Z", .profile(.sample("ship", .active)))
        let service = try FakeService(at: world.socketPath(), closing: true) { request in
            guard case .monitor = request else { return [] }
            return [.status(report), .event(event)]
        }
        let plain = world.run("monitor")
        #expect(plain.status == 8)
        #expect(plain.output.contains("now           ship is waiting: because\n"))
        #expect(plain.output.contains("12:00:00.000  ship is active: because\n"))
        let lines = world.run("monitor", "--json").output.split(separator: "\n")
        let documents = try lines.map { try JSONValue(parsing: Array($0.utf8)) }
        #expect(documents.map { $0["event"] } == ["status", "profile"])
        #expect(documents[1]["state"] == "active")
        withExtendedLifetime(service) {}
        let world2 = try TestWorld()
        #expect(world2.run("monitor").status == 8)
    }

    @Test func `sync and agents need a service, and pass on what it refuses`() throws {
        let world = try TestWorld()
        let commands = [
            ["sync"], ["agent", "list"], ["agent", "stop", "ship"], ["agent", "start", "ship"],
        ]
        for words in commands {
            #expect(world.run(words.map { Argument($0) }).status == 8)
        }
        let agent = StatusReport.Agent(pid: 7, status: nil)
        let report = world.report(profiles: [.sample("ship", .active, agent: agent)])
        let service = try FakeService(at: world.socketPath()) { request in
            switch request {
            case .status: [.status(report)]
            case .sync, .agent(.restart, _): [.done(generation: 1)]
            case .agent(.stop, _): [.refused(.init(exitStatus: 5, message: "not yours"))]
            default: []
            }
        }
        #expect(world.run("sync").status == 0)
        #expect(world.run("agent", "restart", "ship").status == 0)
        let refused = world.run("agent", "stop", "ship")
        #expect(refused.status == 5)
        #expect(refused.errors.contains("not yours"))
        #expect(world.run("agent", "list").output.contains("ship"))
        withExtendedLifetime(service) {}
    }

    @Test func `a service that talks nonsense is told, and status is still 0`() throws {
        let world = try TestWorld()
        world.add("ship")
        let service = try FakeService(at: world.socketPath()) { _ in [.done(generation: 1)] }
        let outcome = world.run("status")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("do not understand each other"))
        #expect(outcome.output.contains("ship"))
        #expect(world.run("is-active", "ship").status == 1)
        #expect(world.run("agent", "list").status == 1)
        let edit = world.run("profile", "disable", "ship")
        #expect(edit.status == 1)
        #expect(edit.errors.contains("saved, but the service and this program"))
        #expect(try world.stored().profiles.map(\.isEnabled) == [false])
        withExtendedLifetime(service) {}
    }

    @Test func `a socket that nobody listens at means that no service runs`() throws {
        let world = try TestWorld()
        do { _ = try UnixSocket.listen(at: world.socketPath(), mode: 0o600) }
        #expect(world.run("sync").status == 8)
    }

    @Test func `run becomes the service beside the program, or in libexec`() throws {
        let world = try TestWorld()
        world.programPath = world.folder("bin/localpush")
        #expect(world.run("run").status == 1)
        #expect(world.became.isEmpty)
        try FileSystem.makeFolders(world.folder("libexec/localpush"), mode: 0o755)
        try FileSystem.makeFolders(world.folder("bin"), mode: 0o755)
        let installed = try world.folder.write("libexec/localpush/localpushd", "")
        world.run("run", "--system", "--store=s", "--grace=2")
        let beside = try world.folder.write("bin/localpushd", "")
        world.run("run")
        #expect(world.became.map(\.executable) == [installed, beside])
        #expect(
            world.became.map(\.arguments) == [
                ["localpushd", "--system", "--store", "s", "--grace", "2"],
                ["localpushd", "--user"],
            ])
    }
}
