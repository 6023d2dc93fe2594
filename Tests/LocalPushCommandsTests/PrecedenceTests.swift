import CommandLineKit
import Glibc
import LinuxSystem
import StrictJSON
import TestSupport
import Testing

/// `profile show --why`.
struct PrecedenceTests {
    private func standings(_ world: TestWorld, _ name: String) throws -> [JSONValue?] {
        let json = try world.run("profile", "show", name, "--why", "--json").json
        guard case .array(let sources) = json["sources"] else { return [] }
        return sources.map { $0["standing"] }
    }

    @Test func `every file and stored profile of the name is told with what it counts for`() throws
    {
        let world = try TestWorld()
        world.add("ship")
        #expect(try standings(world, "ship") == ["inForce"])
        let low = try world.manage("ship", profileText("ship"), in: "lib")
        #expect(try standings(world, "ship") == ["inForce", "shadowed"])
        let high = try world.manage("ship", profileText("ship", ssid: "Deck 4"))
        #expect(try standings(world, "ship") == ["inForce", "hidden", "shadowed"])
        let text = world.run("profile", "show", "ship", "--why").output
        #expect(text.contains("\(high): managed, in force"))
        #expect(text.contains("\(low): managed, without effect: \(high) goes before it"))
        #expect(text.contains("\(world.storePath()): stored, without effect"))
        try world.manage("ship", "{")
        #expect(try standings(world, "ship") == ["invalid", "hidden", "inForce"])
    }

    @Test func `a mask is explained though no profile is in force`() throws {
        let world = try TestWorld()
        try world.manage("ship", profileText("ship"), in: "lib")
        try FileSystem.makeFolders(world.folder("user.d"), mode: 0o755)
        try #require(symlink("/dev/null", world.folder("user.d/ship.json")) == 0)
        #expect(world.run("profile", "list").output.isEmpty)
        let shown = world.run("profile", "show", "ship")
        #expect(shown.status == 4)
        #expect(shown.errors.contains("profile show ship --why"))
        let why = world.run("profile", "show", "ship", "--why")
        #expect(why.status == 0)
        #expect(why.output.contains("user.d/ship.json: a mask"))
        #expect(try standings(world, "ship") == ["mask", "hidden"])
        #expect(world.run("profile", "show", "none", "--why").status == 4)
    }

    @Test func `rivals of the same provider on the same networks are named, others are not`() throws
    {
        let world = try TestWorld()
        for name in ["a", "b", "c"] { world.add(name) }
        world.add("off", "--disabled")
        world.add("elsewhere", ssid: "Harbor")
        try world.manage("fleet", profileText("fleet"))
        let json = try world.run("profile", "show", "b", "--why", "--json").json
        #expect(json["goesBefore"] == ["a"])
        #expect(json["givesWayTo"] == ["c", "fleet"])
        #expect(json["profile"]?["name"] == "b")
        let text = world.run("profile", "show", "b", "--why").output
        #expect(text.contains("c, fleet, of the same provider: managed or saved later"))
    }
}
