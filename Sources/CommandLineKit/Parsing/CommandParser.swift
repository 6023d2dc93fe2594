/// Reads a command line against the command tree.
///
/// The habits are GNU's: `--name value` and `--name=value`, options before, between or after the
/// words, `--` ends the options. Names are never abbreviated: a script must not change its meaning when
/// an option is added.
package struct CommandParser<Context> {
    private let root: CommandNode<Context>

    /// Reads command lines of the program whose commands are below `root`.
    package init(root: CommandNode<Context>) { self.root = root }

    /// What a command line asks for.
    package enum Request {
        case run(any Command<Context>)
        /// Help for the node that the words lead to, the program's own name not among them.
        case help(words: [String], isJSON: Bool)
        case version(isJSON: Bool)
    }

    /// - Parameter arguments: The command line without the program's name.
    package func parse(_ arguments: [Argument]) throws(UsageError) -> Request {
        let line = try CommandLineSplit(arguments, root: root)
        if line.has("--help") || line.has("-h") {
            return .help(words: line.words, isJSON: line.has("--json"))
        }
        let names = [root.name] + line.words
        switch line.node {
        case .command(let type):
            return .run(try Self.fill(type, from: line.tokens, names: names))
        case .group(let group):
            if line.words.isEmpty, line.has("--version") {
                return .version(isJSON: line.has("--json"))
            }
            try check(line.tokens, names: names)
            throw UsageError(command: names, problem: .missingCommand(choices: group.choices))
        }
    }

    /// Without a command no option can be acted on, but one that no command has is the real mistake.
    private func check(_ tokens: [Token], names: [String]) throws(UsageError) {
        let known = root.spec.allOptions
        for case .option(let name, let value) in tokens {
            guard let spec = known.first(where: { $0.name == name }) else {
                let problem = UsageError.Problem.unknownOption(name, choices: known.map(\.name))
                throw UsageError(command: names, problem: problem)
            }
            guard value == nil || spec.value != nil else {
                throw UsageError(command: names, problem: .unexpectedValue(option: name))
            }
        }
    }

    private static func fill<C: Command>(
        _ type: C.Type, from tokens: [Token], names: [String]
    ) throws(UsageError) -> any Command<Context> where C.Context == Context {
        var command = C()
        let filler = ArgumentFiller(declaration: C.declaration, names: names)
        try filler.fill(&command, from: tokens)
        do throws(ValueError) {
            try command.validate()
        } catch {
            throw UsageError(command: names, problem: .contradiction(error))
        }
        return command
    }
}
