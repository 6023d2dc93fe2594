import CommandLineKit
import Testing

struct HelpTextTests {
    @Test func `help of a command`() throws {
        let node = try #require(Sample.tree.descendant(["ship", "add"]))
        let help = HelpText(node.spec, names: ["fleet", "ship", "add"]).text
        #expect(
            help == """
                Usage: fleet ship add NAME --owner OWNER [OPTIONS]

                Add a ship to the fleet.

                Arguments:
                  NAME  The name of the ship.

                Options:
                  --port PORT    A port where the ship calls. A long explanation makes the help
                                 break lines. May be repeated.
                  --color COLOR  What the ship is painted with.
                  --crew NUMBER  How many sail it.
                  --owner OWNER  Who owns it.
                  --new          The ship is new.
                  --used         The ship is not new.
                  --json         Print JSON.
                  -h, --help     Print help for the command and exit.

                Examples:
                  fleet ship add Aurora --owner me
                      Add a ship.

                Exit status:
                  1  There is no room

                """)
    }

    @Test func `help of the program lists the commands under their headings`() {
        let help = HelpText(Sample.tree.spec, names: ["fleet"]).text
        #expect(help.hasPrefix("Usage: fleet COMMAND [OPTIONS]\n\nKeep a fleet of ships.\n\n"))
        #expect(help.contains("\n\nShips:\n  ship  Change the ships\n\nOther:\n  sail  Sail to"))
        #expect(!help.contains("__secret"))
    }

    @Test func `no line is wider than 80 columns`() {
        let long = String(repeating: "several words and more ", count: 30)
        let option = OptionSpec(
            name: "--a-very-long-option-name", value: ValueSpec(name: "A-VERY-LONG-VALUE"),
            isRequired: true, help: long)
        let spec = CommandSpec(
            name: "x", summary: "Y", discussion: [long], options: [option, option, option],
            examples: [Example("x " + String(repeating: "--a-word and ", count: 20), long)])
        for line in HelpText(spec, names: ["x"]).text.split(separator: "\n") {
            #expect(line.utf8.count <= 80, "\(line)")
        }
    }

    @Test func `headings stand out on a terminal`() {
        let help = HelpText(Sample.tree.spec, names: ["fleet"], style: .colored).text
        #expect(help.hasPrefix("\u{1B}[1mUsage:\u{1B}[0m fleet"))
    }
}
