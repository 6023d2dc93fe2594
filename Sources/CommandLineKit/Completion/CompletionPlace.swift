/// Where the words before the cursor lead. Mistakes in them are passed over.
struct CompletionPlace {
    private(set) var spec: CommandSpec
    private(set) var hasEndedOptions = false
    private(set) var usedOptions: Set<String> = []
    /// The option whose value comes next.
    private(set) var openOption: OptionSpec?
    private var operandCount = 0

    init(root: CommandSpec, words: some Sequence<String>) {
        spec = root
        for word in words { add(word) }
    }

    /// The operand that comes next.
    var operand: OperandSpec? {
        if operandCount < spec.operands.count { return spec.operands[operandCount] }
        return spec.operands.last.flatMap { $0.isRepeated ? $0 : nil }
    }

    func option(_ name: String) -> OptionSpec? { spec.allOptions.first { $0.name == name } }

    private mutating func add(_ word: String) {
        if openOption != nil {
            openOption = nil
        } else if word == "--" {
            hasEndedOptions = true
        } else if !hasEndedOptions, word.hasPrefix("-"), word != "-" {
            addOption(word)
        } else if let next = spec.subcommands.first(where: { $0.name == word }) {
            spec = next
        } else {
            operandCount += 1
        }
    }

    private mutating func addOption(_ word: String) {
        let (name, value) = Argument(word).optionParts
        usedOptions.insert(name)
        if value == nil, let option = option(name), option.value != nil { openOption = option }
    }
}
