import Glibc
import LinuxSystem
import LocalPushModel
import MessageLines
import StrictJSON
import TestSupport
import Testing
import WirelessLink

struct ProviderTests {
    @Test func `providers are listed with whether they can be run`() throws {
        let world = try TestWorld()
        try world.install("com.example.Good")
        try world.install("com.example.Bad")
        try world.folder.write("user-providers/com.example.Bad.json", "{")
        let lines = world.run("provider", "list", "--user").output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[1].hasPrefix("com.example.Bad   user"))
        #expect(lines[2].contains("session  yes"))
        #expect(world.run("provider", "list", "--system").errors.contains("there are no providers"))
    }

    @Test func `a check tells the reason and fails`() throws {
        let world = try TestWorld()
        try world.install("com.example.P")
        #expect(world.run("provider", "check", "com.example.P").status == 0)
        try world.folder.write("agent", "", mode: 0o777)
        let outcome = world.run("provider", "check")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("com.example.P (user): refused"))
        #expect(outcome.output.contains("agent"))
        let json = try world.run("provider", "check", "--json").json["providers"]
        guard case .array(let providers) = json else {
            Issue.record("no providers")
            return
        }
        #expect(providers.map { $0["usable"] } == [false])
    }

    @Test func `a unit that systemd does not find, or is masked, is told with what to do`() throws {
        let world = try TestWorld()
        try FileSystem.makeFolders(world.folder("user-providers"), mode: 0o755)
        try FileSystem.makeFolders(world.folder("user-units"), mode: 0o755)
        func check(_ unit: String) throws -> Outcome {
            try world.folder.write(
                "user-providers/com.example.P.json",
                #"{"bundleIdentifier": "com.example.P", "type": "systemd", "unit": "\#(unit)"}"#)
            return world.run("provider", "check", "com.example.P")
        }
        let missing = try check("ship.service")
        #expect(missing.status == 1)
        #expect(missing.output.contains("systemd finds no unit ship.service"))
        #expect(missing.output.contains("systemctl --user daemon-reload"))
        let unit = try world.folder.write("user-units/ship.service", "[Service]\n")
        #expect(try check("ship.service").status == 0)
        try world.folder.write("user-units/deck@.service", "[Service]\n")
        #expect(try check("deck@3.service").status == 0)
        #expect(try check("boat@3.service").status == 1)
        try FileSystem.remove(unit)
        try #require(symlink("/dev/null", unit) == 0)
        let masked = try check("ship.service")
        #expect(masked.status == 1)
        #expect(
            masked.output.contains("is masked by \(unit); systemctl --user unmask ship.service"))
    }

    @Test func `one is shown, another suggested`() throws {
        let world = try TestWorld()
        try world.install("com.example.P", scope: .system)
        let shown = world.run("provider", "show", "com.example.P").output
        #expect(shown.contains("Runs as:  nobody"))
        #expect(shown.contains("Usable:   yes"))
        #expect(
            try world.run("provider", "show", "com.example.P", "--json").json["user"] == "nobody")
        let missing = world.run("provider", "show", "com.example.Q")
        #expect(missing.status == 4)
        #expect(missing.errors.contains("did you mean com.example.P?"))
    }
}

struct DoctorTests {
    @Test func `a device in order is status 0`() throws {
        let world = try TestWorld()
        try world.install(simplePush)
        world.add("ship")
        world.wireless = FakeWireless([.joined(try ssid("Deck 3"))])
        let report = world.report()
        let service = try FakeService(at: world.socketPath()) { _ in [.status(report)] }
        let outcome = world.run("doctor")
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(!outcome.output.contains("trouble"))
        withExtendedLifetime(service) {}
    }

    @Test func `each trouble is told with what to do`() throws {
        let world = try TestWorld()
        world.add("ship")
        try world.manage("bad", "{")
        world.wireless = FakeWireless([.idle(.radioOff)])
        let outcome = world.run("doctor")
        #expect(outcome.status == 1)
        for part in [
            "rfkill unblock wifi", "bad.json", "systemctl --user start localpush",
            "\(simplePush): it is not installed, and ship needs it",
        ] {
            #expect(outcome.output.contains(part), "\(outcome.output)")
        }
        guard case .array(let findings) = try world.run("doctor", "--json").json["findings"] else {
            Issue.record("no findings")
            return
        }
        #expect(findings.filter { $0["ok"] == false }.count == 4)
    }

    @Test func `what a service lacks for a profile is told, once`() throws {
        let world = try TestWorld()
        world.add("ship")
        let report = world.report(profiles: [.sample("ship", .invalid, "it lacks a credential")])
        let service = try FakeService(at: world.socketPath()) { _ in [.status(report)] }
        #expect(!world.run("doctor").output.contains("it lacks a credential"))
        try world.install(simplePush)
        #expect(world.run("doctor").output.contains("profile ship: it lacks a credential"))
        withExtendedLifetime(service) {}
    }

    @Test(.enabled(if: ProcessIdentity.effectiveUser != 0, "root may read everything"))
    func `a file that the user may not read is not to be corrected`() throws {
        let world = try TestWorld()
        let file = try world.manage("ship", "{")
        #expect(world.run("doctor").output.contains("profile validate \(file)"))
        try #require(chmod(file, 0) == 0)
        let output = world.run("doctor").output
        #expect(output.contains("Let this user read it") && !output.contains("profile validate"))
    }

    @Test func `a store that cannot be read is told with its place and what to do`() throws {
        let world = try TestWorld()
        world.add("ship")
        let path = try world.folder.write("user/preferences.json", "{\"formatVersion\": 1,")
        let outcome = world.run("doctor")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("\(path):1:"), "\(outcome.output)")
        #expect(outcome.output.contains("last-good"), "\(outcome.output)")
    }

    @Test func `no Wi-Fi support, no permission and no interface differ`() throws {
        let world = try TestWorld()
        world.wireless = FakeWireless(failing: .noWirelessSupport)
        #expect(world.run("doctor").output.contains("cfg80211"))
        world.wireless = FakeWireless(
            failing: .notPermitted(.init("open a socket", .refused(errno: 1))))
        #expect(world.run("doctor").output.contains("RestrictAddressFamilies"))
        world.wireless = FakeWireless([])
        #expect(world.run("doctor").output.contains("no Wi-Fi interface"))
    }
}
