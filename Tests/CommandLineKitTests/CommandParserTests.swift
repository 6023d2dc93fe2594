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
        #expect(command.owner.isEmpty)
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
            Sample.problem("sail", "--version")
                == .unknownOption("--version", choices: ["--log", "--help"]))
    }

    @Test func `a group alone names its commands, but no hidden ones`() {
        #expect(Sample.problem() == .missingCommand(choices: ["ship", "sail"]))
        #expect(Sample.problem("ship", "--json") == .missingCommand(choices: ["add", "list"]))
    }

    @Test func `an unknown word is reported with the words there are`() {
        #expect(
            Sample.problem("shpi")
                == .unknownCommand("shpi", choices: ["ship", "sail"], elsewhere: nil))
        #expect(
            Sample.problem("ship", "lst")
                == .unknownCommand("lst", choices: ["add", "list"], elsewhere: nil))
        #expect(
            Sample.problem("add")
                == .unknownCommand("add", choices: ["ship", "sail"], elsewhere: "ship add"))
    }

    @Test func `an unknown option is reported with the options there are`() {
        #expect(
            Sample.problem("ship", "list", "--jsno")
                == .unknownOption("--jsno", choices: ["--json", "--help"]))
        #expect(
            Sample.problem("sail", "-x") == .unknownOption("-x", choices: ["--log", "--help"]))
        guard case .unknownOption("--jsno", let choices) = Sample.problem("ship", "--jsno") else {
            Issue.record("an option that no command has is not told")
            return
        }
        #expect(choices.contains("--json") && choices.contains("--crew"))
    }

    @Test func `an option of another command is unknown`() {
        #expect(
            Sample.problem("sail", "--crew", "1")
                == .unknownOption("--crew", choices: ["--log", "--help"]))
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
                    ValueError("it is none of red, green, blue", choices: ["red", "green", "blue"]))
        )
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

    private func message(_ problem: UsageError.Problem) -> String {
        UsageError(command: ["fleet"], problem: problem).message(
            quote: { "<" + String(decoding: $0, as: UTF8.self) + ">" },
            suggest: { word, choices in choices.first { $0.utf8.count == word.utf8.count } })
    }

    @Test func `a message says what is wrong and what may have been meant`() {
        #expect(
            message(.unknownOption("--lgo", choices: ["--color", "--log"]))
                == "there is no option <--lgo>; did you mean --log?")
        #expect(
            message(.unknownCommand("add", choices: ["ship"], elsewhere: "ship add"))
                == "there is no command <add>; did you mean ship add?")
        #expect(
            message(.badValue(name: "--color", "gren", ValueError("it is no color", choices: [])))
                == "bad value for --color: <gren>: it is no color")
        #expect(
            UsageError(command: ["fleet", "sail"], problem: .missingOperand("PLACE")).advice
                == "Try: fleet sail --help")
    }
}
