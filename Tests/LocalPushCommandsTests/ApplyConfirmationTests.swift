import CommandLineKit
import Glibc
import LinuxSystem
import LocalPushModel
import MessageLines
import PreferencesStore
import StrictJSON
import TestSupport
import Testing

/// Changes that somebody has to confirm.
struct ApplyConfirmationTests {
    private func world(_ reply: TerminalReply?) throws -> TestWorld {
        let world = try TestWorld()
        world.add("old")
        world.reply = reply.map { reply in { _ in reply } }
        world.input = profileText("new")
        return world
    }

    private func names(_ world: TestWorld) throws -> [String] {
        try world.stored().profiles.map(\.name.text)
    }

    private func apply(_ world: TestWorld) -> Outcome {
        world.run("apply", "-", "--prune", "--all", "--confirm-within", "60")
    }

    @Test(arguments: ["", "y", "Yes"])
    func `at a terminal, Enter keeps the change`(_ answer: String) throws {
        let world = try world(.line(Array(answer.utf8)))
        let outcome = apply(world)
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("Keep this? Enter keeps it"))
        #expect(outcome.output.hasSuffix("confirmed\n"))
        #expect(try names(world) == ["new"])
        #expect(world.add("more").status == 0)
    }

    @Test(arguments: [TerminalReply.line([UInt8(ascii: "n")]), .none, .interrupted])
    func `at a terminal, anything else takes it back`(_ answer: TerminalReply) throws {
        let world = try world(answer)
        let outcome = apply(world)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("the change was not confirmed"))
        #expect(try names(world) == ["old"])
        #expect(world.add("more").status == 0)
    }

    @Test func `without a terminal and without a service nothing is changed`() throws {
        let world = try world(nil)
        let outcome = apply(world)
        #expect(outcome.status == 8)
        #expect(outcome.errors.contains("nobody would take the change back"))
        #expect(try names(world) == ["old"])
    }

    @Test func `without a terminal the command returns, and the change is confirmed later`() throws
    {
        let world = try world(nil)
        let report = world.report()
        let service = try FakeService(at: world.socketPath()) { request in
            if case .status = request { return [.status(report)] }
            return [.done(generation: 2)]
        }
        let outcome = apply(world)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(
            outcome.errors.contains("taken back in 60 s unless you run: localpush apply --confirm"))
        let blocked = world.add("more")
        #expect(blocked.status == 6)
        #expect(blocked.errors.contains("a change awaits its confirmation until"))
        #expect(world.run("apply", "-", "--dry-run").status == 0, "nothing is to be done")
        #expect(world.run("apply", "--confirm").output == "confirmed\n")
        #expect(world.run("apply", "--confirm").status == 1)
        #expect(world.run("apply", "--revert").output == "nothing to do\n")
        #expect(try names(world) == ["new"])
        withExtendedLifetime(service) {}
    }

    @Test func `it can be taken back before its time`() throws {
        let world = try world(nil)
        let report = world.report()
        let service = try FakeService(at: world.socketPath()) { request in
            if case .status = request { return [.status(report)] }
            return [.done(generation: 2)]
        }
        #expect(apply(world).status == 0)
        let json = try world.run("apply", "--revert", "--json").json
        #expect(json["changed"] == true)
        #expect(json["service"] == "inForce")
        #expect(try names(world) == ["old"])
        withExtendedLifetime(service) {}
    }
}
