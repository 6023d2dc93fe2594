import CommandLineKit
import LinuxSystem
import StrictJSON
import TestSupport
import Testing

struct SimulateTests {
    private func lines(_ outcome: Outcome) throws -> [JSONValue] {
        try outcome.output.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
    }

    @Test func `a timeline tells what starts and stops, when and why`() throws {
        let world = try TestWorld()
        world.add("a", ssid: "Deck 3")
        world.add("b", ssid: "Deck 3")
        world.add("c", ssid: "Harbor")
        world.add("d", "--disabled", ssid: "Deck 3")
        world.input = """
            {"at": 1.5, "ssid": "Deck 3"}

            {"at": 60}
            """
        let outcome = world.run("simulate", "-")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(
            outcome.output == """
                1.500  b starts: wlan0 is on "Deck 3"; it goes before a, of the same provider
                65.000  b stops, noNetworkAvailable (3): it wants "Deck 3"; wlan0 is not connected
                a never ran: others of the same provider went before it
                b ran once, 58.500 s in all
                c never ran: it wants "Harbor", and no device was there
                d never ran: it is switched off

                """)
        let json = try lines(world.run("simulate", "-", "--json"))
        #expect(json[0]["at"] == .number(try #require(JSONNumber(text: "1.500"))))
        #expect(json[1]["event"] == "stop")
        #expect(json[1]["code"] == 3)
        #expect(json.last?["event"] == "total")
    }

    @Test func `devices are apart, and their lines in any order`() throws {
        let world = try TestWorld()
        world.add("a", ssid: "Deck 3")
        world.input = """
            {"time": "2026-11-30T10:00:01+01:00", "device": "x", "ssid": "Deck 3"}
            {"time": "2026-11-30T09:00:00Z", "device": "y", "ssid": "Deck 3"}
            {"time": "2026-11-30T09:00:00.500Z", "device": "y", "ssid": "Deck 4"}
            """
        let json = try lines(world.run("simulate", "-", "--json"))
        #expect(json.compactMap { $0["device"] } == ["y", "y", "x"])
        #expect(
            json.compactMap { $0["time"] } == [
                "2026-11-30T09:00:00.000Z", "2026-11-30T09:00:00.500Z", "2026-11-30T09:00:01.000Z",
            ])
        #expect(json.last?["starts"] == 2)
    }

    @Test(arguments: [
        #"{"at": 86400000000, "ssid": "Deck 3"}"#,
        """
        {"time": "1700-01-01", "ssid": "Deck 3"}
        {"time": "2200-12-31"}
        """,
    ])
    func `a timeline may take centuries`(_ text: String) throws {
        let world = try TestWorld()
        world.add("a", ssid: "Deck 3")
        world.input = text
        let outcome = world.run("simulate", "-")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("a ran once"))
    }

    @Test func `profiles are taken from files or a store`() throws {
        let world = try TestWorld()
        world.add("stored", ssid: "Deck 3")
        let file = try world.folder.write("p", profileText("file"))
        world.input = #"{"at": 0, "ssid": "Deck 3"}"#
        #expect(
            world.run("simulate", "-", "--profiles", file).output.hasPrefix("0.000  file starts"))
        let store = world.storePath()
        #expect(
            world.run("simulate", "-", "--profiles", store).output.hasPrefix("0.000  stored starts")
        )
        try world.folder.write("p", "{}")
        #expect(world.run("simulate", "-", "--profiles", file).status == 10)
    }

    @Test(arguments: [
        ("{\"at\": 0}\n\n{\"at\": 1, \"stat\": \"x\"}", "standard input:3:11: stat: unknown key"),
        ("{\"at\": 0}\n{\"time\": \"2026-11-30\"}", "some of the lines have a time of day"),
        ("{\"at\": 0", "standard input:1:"),
    ])
    func `a mistake is told with its place`(text: String, words: String) throws {
        let world = try TestWorld()
        world.input = text
        let outcome = world.run("simulate", "-")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test func `periods can be chosen`() throws {
        let world = try TestWorld()
        world.add("a", ssid: "Deck 3")
        world.input = "{\"at\": 0, \"ssid\": \"Deck 3\"}\n{\"at\": 1}\n"
        #expect(world.run("simulate", "-", "--grace", "30").output.contains("\n31.000  a stops"))
    }
}
