/// A command line split into the words that select the command and all the rest, in its order.
struct CommandLineSplit<Context> {
    /// The node that the words lead to.
    private(set) var node: CommandNode<Context>
    private(set) var words: [String] = []
    private(set) var tokens: [Token] = []

    init(_ arguments: [Argument], root: CommandNode<Context>) throws(UsageError) {
        node = root
        var rest = arguments[...]
        var hasEndedOptions = false
        while let argument = rest.popFirst() {
            if argument.isOption, !hasEndedOptions {
                if argument == "--" {
                    hasEndedOptions = true
                } else {
                    addOption(argument, rest: &rest)
                }
            } else {
                try addWord(argument, rootName: root.name)
            }
        }
    }

    /// Whether the option is there, without a value.
    func has(_ option: String) -> Bool { tokens.contains(.option(name: option, value: nil)) }

    private mutating func addOption(_ argument: Argument, rest: inout ArraySlice<Argument>) {
        let (name, value) = argument.optionParts
        let takesNext = value == nil && takesValue(name)
        tokens.append(.option(name: name, value: takesNext ? rest.popFirst() : value))
    }

    /// Before the command is known, an option is looked up in all that could follow; a name takes a
    /// value either in every command or in none.
    private func takesValue(_ option: String) -> Bool {
        if let own = node.ownSpec.allOptions.first(where: { $0.isCalled(option) }) {
            return own.value != nil
        }
        return node.spec.allOptions.contains { $0.isCalled(option) && $0.value != nil }
    }

    private mutating func addWord(_ word: Argument, rootName: String) throws(UsageError) {
        guard case .group(let group) = node else {
            tokens.append(.operand(word))
            return
        }
        guard let next = node.child(word.displayText) else {
            throw UsageError(
                command: [rootName] + words,
                problem: .unknownCommand(
                    word, choices: group.choices, elsewhere: group.path(to: word.displayText)))
        }
        words.append(next.name)
        node = next
    }
}

extension CommandGroup {
    /// The words of a command of that name in a group below; nil if there is none.
    fileprivate func path(to name: String) -> String? {
        children.first { $0.child(name) != nil }.map { "\($0.name) \(name)" }
    }
}

extension CommandSpec {
    /// The options of the command and of all below it.
    var allOptions: [OptionSpec] { [.help] + options + subcommands.flatMap(\.allOptions) }
}
