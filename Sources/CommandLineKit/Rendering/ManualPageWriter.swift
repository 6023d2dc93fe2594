/// Writes lines of mdoc(7), with everything escaped that roff(7) would take for a request.
struct ManualPageWriter {
    private(set) var text = ""

    /// A macro line. The arguments are taken as they are.
    mutating func macro(_ name: String, _ arguments: String = "") {
        text += arguments.isEmpty ? ".\(name)\n" : ".\(name) \(arguments)\n"
    }

    /// Paragraphs with a break between them.
    mutating func paragraphs(_ paragraphs: [String]) {
        for (index, paragraph) in paragraphs.enumerated() {
            if index > 0 { macro("Pp") }
            sentences(paragraph)
        }
    }

    /// Text with a line for each sentence, as mdoc(7) wants it.
    mutating func sentences(_ paragraph: String) {
        var line = ""
        for word in paragraph.split(separator: " ") {
            line += line.isEmpty ? String(word) : " " + word
            guard let last = word.last, ".:?".contains(last) || line.utf8.count > 80 else {
                continue
            }
            text += Self.escaped(line) + "\n"
            line = ""
        }
        if !line.isEmpty { text += Self.escaped(line) + "\n" }
    }

    /// The head of a list entry: a command with all that it takes.
    mutating func item(command: [String], operands: [OperandSpec], options: [OptionSpec]) {
        text += ".It Xo\n.Cm \(command.joined(separator: " "))\n"
        for operand in operands {
            let name = "Ar \(operand.value.name)" + (operand.isRepeated ? " ..." : "")
            text += operand.isRequired ? ".\(name)\n" : ".Op \(name)\n"
        }
        for option in options {
            let flag =
                "Fl \(option.name.dropFirst())" + (option.value.map { " Ar \($0.name)" } ?? "")
            text += option.isRequired ? ".\(flag)\n" : ".Op \(flag)\n"
        }
        macro("Xc")
    }

    /// A list entry: an option with its explanation.
    mutating func item(_ option: OptionSpec) {
        let short = option.shortName.map { "Fl \($0.dropFirst()) , " } ?? ""
        let value = option.value.map { " Ar \($0.name)" } ?? ""
        macro("It", "\(short)Fl \(option.name.dropFirst())\(value)")
        sentences(option.fullHelp)
    }

    /// The head of a list entry: a literal.
    mutating func item(_ literal: String) { macro("It", "Li " + Self.argument(literal)) }

    /// Command lines to copy, each with its explanation; `areFirst` where they follow a heading.
    mutating func examples(_ examples: [Example], areFirst: Bool = false) {
        for (index, example) in examples.enumerated() {
            if index > 0 || !areFirst { macro("Pp") }
            sentences(example.explanation + ":")
            macro("Bd", "-literal -offset indent")
            for line in example.commandLines { text += Self.escaped(line) + "\n" }
            macro("Ed")
        }
    }

    /// Text that starts with a control character of roff or contains a backslash, made literal.
    private static func escaped(_ line: String) -> String {
        let escaped = line.split(separator: "\\", omittingEmptySubsequences: false)
            .joined(separator: "\\e")
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }

    /// One argument of a macro: quoted, so that no word of it is taken for a macro's name.
    private static func argument(_ text: String) -> String {
        let escaped = escaped(text).split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\\(dq")
        return "\"\(escaped)\""
    }
}
