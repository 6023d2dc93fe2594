import CommandLineKit
import Testing

struct CommandParserTests {
    @Test(
        arguments: [
            [
                "ship", "add", "Aurora", "--owner", "me", "--port", "Hamburg", "--port=Oslo",
                "--json",
            ],
            ["--json", "ship", "--port", "Hamburg", "add", "--port=Oslo", "--owner=me", "Aurora"],
            [
                "--port", "Hamburg", "ship", "--owner", "me", "add", "--json", "--port=Oslo", "--",
                "Aurora",
            ],
        ] as [[Argument]])
    func `options stand before, between or after the words`(_ words: [Argument]) throws {
        let command = try #require(try Sample.command(ShipAdd.self, words))
        #expect(command.ship == "Aurora")
        #expect(command.ports == ["Hamburg", "Oslo"])
        #expect(command.owner == "me")
        #expect(command.json)
        #expect(command.crew == 1)
    }

    @Test func `values are of the declared type`() throws {
        let words: [Argument] = [
            "ship", "add", "A", "--owner=", "--color", "green", "--crew=12", "--used", "--used",
        ]
        let command = try #require(try Sample.command(ShipAdd.self, words))
        #expect(command.color == .green)
        #expect(command.crew == 12)
        #expect(command.owner?.isEmpty == true)
        #expect(command.isNew == false)
    }

    @Test func `after two dashes an option is a word`() throws {
        let command = try Sample.command(Sail.self, ["sail", "a", "--", "--log", "-h", "--"])
        #expect(command?.destinations == ["a", "--log", "-h", "--"])
        #expect(command?.log == nil)
    }

    @Test func `a dash alone is a word`() throws {
        #expect(try Sample.command(Sail.self, ["sail", "-"])?.destinations == ["-"])
    }

    @Test func `a value may look like an option or hold an equals sign`() throws {
        #expect(try Sample.command(Sail.self, ["sail", "--log", "--json"])?.log == "--json")
        #expect(try Sample.command(Sail.self, ["sail", "--log=a=b"])?.log == "a=b")
    }

    @Test func `words that are not text arrive byte for byte`() throws {
        let word = Argument(bytes: [0x73, 0xFF, 0x20])
        #expect(try Sample.command(Sail.self, ["sail", word])?.destinations == [word])
        #expect(
            Sample.problem("sail", "--log", word)
                == .badValue(name: "--log", word, ValueError("it is not valid UTF-8")))
    }

    @Test func `help is given anywhere, whatever else is missing`() throws {
        for words: [Argument] in [
            ["ship", "add", "--help"], ["-h", "ship", "add"],
            ["ship", "--help", "add", "--nonsense"],
        ] {
            guard
                case .help(let path, let isJSON) = try CommandParser(root: Sample.tree).parse(words)
            else {
                Issue.record("\(words) is not taken for help")
                continue
            }
            #expect(path == ["ship", "add"])
            #expect(!isJSON)
        }
        guard case .help([], isJSON: true) = try Sample.parse("--json", "--help") else {
            Issue.record("help as JSON is not understood")
            return
        }
    }

    @Test func `the version is asked for without a command`() throws {
        guard case .version = try Sample.parse("--version") else {
            Issue.record("--version is not understood")
            return
        }
        #expect(
            Sample.problem("sail", "--version") == .unknownOption("--version", suggestion: nil))
    }

    @Test func `a group alone names its commands, but no hidden ones`() {
        #expect(Sample.problem() == .missingCommand(choices: ["ship", "sail"]))
        #expect(Sample.problem("ship", "--json") == .missingCommand(choices: ["add", "list"]))
    }

    @Test func `an unknown word gets a suggestion, also from below`() {
        #expect(Sample.problem("shpi") == .unknownCommand("shpi", suggestion: "ship"))
        #expect(Sample.problem("ship", "lst") == .unknownCommand("lst", suggestion: "list"))
        #expect(Sample.problem("add") == .unknownCommand("add", suggestion: "ship add"))
        #expect(Sample.problem("__secre") == .unknownCommand("__secre", suggestion: nil))
    }

    @Test func `an unknown option gets a suggestion`() {
        #expect(
            Sample.problem("ship", "list", "--jsno")
                == .unknownOption("--jsno", suggestion: "--json"))
        #expect(Sample.problem("ship", "--jsno") == .unknownOption("--jsno", suggestion: "--json"))
        #expect(Sample.problem("sail", "-x") == .unknownOption("-x", suggestion: nil))
    }

    @Test func `an option of another command is unknown`() {
        #expect(Sample.problem("sail", "--crew", "1") == .unknownOption("--crew", suggestion: nil))
    }

    @Test func `values are given exactly where they are wanted`() {
        #expect(
            Sample.problem("sail", "--log") == .missingValue(option: "--log", valueName: "FILE"))
        #expect(
            Sample.problem("ship", "list", "--json=yes") == .unexpectedValue(option: "--json"))
        #expect(Sample.problem("--version=1") == .unexpectedValue(option: "--version"))
        #expect(Sample.problem("sail", "--log=a", "--log=b") == .repeatedOption("--log"))
    }

    @Test func `a bad value says why`() {
        #expect(
            Sample.problem("ship", "add", "A", "--color", "gren")
                == .badValue(
                    name: "--color", "gren",
                    ValueError("it is none of red, green, blue", suggestion: "green")))
        #expect(
            Sample.problem("ship", "add", "A", "--crew=x")
                == .badValue(name: "--crew", "x", ValueError("it is not a whole number")))
    }

    @Test func `what is required must be there`() {
        #expect(Sample.problem("ship", "add", "--owner=me") == .missingOperand("NAME"))
        #expect(
            Sample.problem("ship", "add", "A")
                == .missingOption("--owner", valueName: "OWNER"))
        #expect(
            Sample.problem("ship", "add", "A", "B", "--owner=me") == .unexpectedOperand("B"))
    }

    @Test func `contradictions are refused`() {
        #expect(
            Sample.problem("ship", "add", "A", "--owner=me", "--new", "--used")
                == .contradiction(ValueError("--used: it contradicts another option")))
        #expect(
            Sample.problem("ship", "add", "A", "--owner=A")
                == .contradiction(ValueError("a ship does not own itself")))
    }

    @Test func `a message names the command, the problem and the way on`() {
        let error = UsageError(
            command: ["fleet", "sail"], problem: .unknownOption("--lgo", suggestion: "--log"))
        let message = error.message { "<" + String(decoding: $0, as: UTF8.self) + ">" }
        #expect(message == "there is no option <--lgo>; did you mean --log?")
        #expect(error.advice == "Try: fleet sail --help")
    }
}
