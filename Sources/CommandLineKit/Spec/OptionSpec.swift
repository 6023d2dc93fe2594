/// An option as plain data.
package struct OptionSpec: Equatable, Sendable {
    /// With its dashes: `--ssid`.
    package let name: String
    /// The one-letter form with its dash, such as `-h`.
    package let shortName: String?
    /// nil for an option without a value.
    package let value: ValueSpec?
    /// Whether the command cannot do without it.
    package let isRequired: Bool
    /// Whether it can be given several times.
    package let isRepeated: Bool
    /// One or more sentences.
    package let help: String

    /// An option; without a `value` it is a flag.
    package init(
        name: String, shortName: String? = nil, value: ValueSpec? = nil, isRequired: Bool = false,
        isRepeated: Bool = false, help: String
    ) {
        self.name = name
        self.shortName = shortName
        self.value = value
        self.isRequired = isRequired
        self.isRepeated = isRepeated
        self.help = help
    }

    /// Whether this is a name of the option's, with its dashes.
    package func isCalled(_ name: String) -> Bool { self.name == name || shortName == name }

    /// Every command has this one.
    package static let help = OptionSpec(
        name: "--help", shortName: "-h", help: "Print help for the command and exit.")

    /// The program itself has this one.
    package static let version = OptionSpec(name: "--version", help: "Print the version and exit.")
}

/// A word after the command, as plain data.
package struct OperandSpec: Equatable, Sendable {
    /// What the word stands for.
    package let value: ValueSpec
    /// Whether the command cannot do without it.
    package let isRequired: Bool
    /// Whether it takes all words that remain.
    package let isRepeated: Bool
    /// One or more sentences.
    package let help: String

    /// A word after the command.
    package init(value: ValueSpec, isRequired: Bool, isRepeated: Bool, help: String) {
        self.value = value
        self.isRequired = isRequired
        self.isRepeated = isRepeated
        self.help = help
    }
}

/// The value that an option or operand takes.
package struct ValueSpec: Equatable, Sendable {
    /// What stands for it in help: `SSID`.
    package let name: String
    /// How a shell can complete it.
    package let completion: CompletionKind

    /// A value by the name that stands for it.
    package init(name: String, completion: CompletionKind = .none) {
        self.name = name
        self.completion = completion
    }
}

/// How a shell can complete a value.
package enum CompletionKind: Hashable, Sendable {
    /// Not at all.
    case none
    /// With the names of files and folders.
    case file
    /// With one of these.
    case choices([String])
    /// With what the program finds at that moment, such as the names of the profiles there are.
    case found(CompletionSource)
}

/// A kind of thing the program can look up for completion; the program declares its own.
package struct CompletionSource: RawRepresentable, Hashable, Sendable {
    /// A name of the program's own choice.
    package let rawValue: String
    /// The source of this name.
    package init(rawValue: String) { self.rawValue = rawValue }
}
