import CommandLineKit

/// A small program to try the kit on: `fleet`, with a group, a repeatable option and hidden parts.
enum Sample {
    static var tree: CommandNode<Void> {
        .group(
            CommandGroup(
                "fleet", "Keep a fleet of ships",
                discussion: ["A fleet is a list of ships. Every ship has a name, and ports."],
                options: [.version],
                examples: [Example("fleet ship add Aurora --port Hamburg", "Add a ship")],
                sections: [
                    .init("Ships", [.group(ships)]),
                    .init("Other", [.command(Sail.self), .command(Secret.self)]),
                ]))
    }

    static var ships: CommandGroup<Void> {
        CommandGroup(
            "ship", "Change the ships",
            sections: [.init("Ships", [.command(ShipAdd.self), .command(ShipList.self)])])
    }

    static func parse(_ words: Argument...) throws(UsageError) -> CommandParser<Void>.Request {
        try CommandParser(root: tree).parse(words)
    }

    /// The command that `words` parse to; nil when they parse to something else.
    static func command<C: Command>(
        _ type: C.Type, _ words: [Argument]
    ) throws(UsageError) -> C? {
        guard case .run(let command) = try CommandParser(root: tree).parse(words) else {
            return nil
        }
        return command as? C
    }

    static func problem(_ words: Argument...) -> UsageError.Problem? {
        do throws(UsageError) {
            _ = try CommandParser(root: tree).parse(words)
            return nil
        } catch {
            return error.problem
        }
    }
}

extension CompletionSource {
    static let ports = CompletionSource(rawValue: "ports")
}

enum Color: String, CaseIterable { case red, green, blue }

struct ShipAdd: Command {
    @Required var ship: String
    var ports: [String] = []
    var color: Color?
    var crew = 1
    @Required var owner: String
    var isNew: Bool?
    var json = false

    static let name = "add"
    static let summary = "Add a ship to the fleet"

    static var declaration: Declaration<Self> {
        Declaration(
            operands: [.required(\._ship, .text("NAME"), "The name of the ship.")],
            options: [
                .repeated(
                    "--port", \.ports, .text("PORT", completion: .found(.ports)),
                    "A port where the ship calls. A long explanation makes the help break lines."),
                .value("--color", \.color, .choice("COLOR"), "What the ship is painted with."),
                .value("--crew", \.crew, number, "How many sail it."),
                .required("--owner", \._owner, .text("OWNER"), "Who owns it."),
                .flag("--new", choosing: true, \.isNew, "The ship is new."),
                .flag("--used", choosing: false, \.isNew, "The ship is not new."),
                .flag("--json", \.json, "Print JSON."),
            ],
            examples: [Example("fleet ship add Aurora --owner me", "Add a ship")],
            exitStatuses: [ExitStatusSpec(.failure, "There is no room")])
    }

    private static var number: Conversion<Int> {
        .text("NUMBER") { text throws(ValueError) in
            guard let number = Int(text) else { throw ValueError("it is not a whole number") }
            return number
        }
    }

    func validate() throws(ValueError) {
        if ship == owner { throw ValueError("a ship does not own itself") }
    }

    func run(in context: Void) -> ExitStatus { .success }
}

struct ShipList: Command {
    var json = false
    static let name = "list"
    static let summary = "List the ships"
    static var declaration: Declaration<Self> {
        Declaration(options: [.flag("--json", \.json, "Print JSON.")])
    }
    func run(in context: Void) -> ExitStatus { .success }
}

struct Sail: Command {
    var destinations: [Argument] = []
    var log: String?
    static let name = "sail"
    static let summary = "Sail to some places"
    static var declaration: Declaration<Self> {
        Declaration(
            operands: [
                .repeated(\.destinations, Conversion("PLACE") { word in word }, "Where to sail.")
            ],
            options: [.value("--log", \.log, .file(), "Where to write the log.")])
    }
    func run(in context: Void) -> ExitStatus { .success }
}

struct Secret: Command {
    static let name = "__secret"
    static let summary = "Do it"
    static let isHidden = true
    static var declaration: Declaration<Self> { Declaration() }
    func run(in context: Void) -> ExitStatus { .success }
}
