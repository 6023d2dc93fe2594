/// The usage line of a command: what must and what can be given.
struct Synopsis {
    private let spec: CommandSpec
    private let names: [String]

    init(_ spec: CommandSpec, names: [String]) {
        self.spec = spec
        self.names = names
    }

    /// Operands and required options by name, all others as `[OPTIONS]`.
    var parts: [String] {
        guard spec.subcommands.isEmpty else { return ["COMMAND", "[OPTIONS]"] }
        let required = spec.options.filter(\.isRequired).map(\.term)
        return spec.operands.map(\.term) + required + ["[OPTIONS]"]
    }

    func lines(width: Int) -> [String] {
        let start = names.joined(separator: " ")
        // Words that belong together stay together: no line break inside "--provider ID".
        var lines = [start]
        for part in parts {
            let last = lines[lines.count - 1]
            if last.utf8.count + 1 + part.utf8.count > width {
                lines.append("    " + part)
            } else {
                lines[lines.count - 1] = last + " " + part
            }
        }
        return lines
    }
}

extension OperandSpec {
    /// `NAME`, `[NAME]`, `NAME...` or `[NAME...]`.
    var term: String {
        let name = value.name + (isRepeated ? "..." : "")
        return isRequired ? name : "[\(name)]"
    }
}

extension OptionSpec {
    /// `-h, --help` or `--ssid SSID`.
    var term: String {
        let names = [shortName, name].compactMap(\.self).joined(separator: ", ")
        return value.map { "\(names) \($0.name)" } ?? names
    }

    /// The help and what follows from the declaration.
    var fullHelp: String { isRepeated ? help + " May be repeated." : help }
}

extension Example {
    /// The command line, broken before options where it is too long for one line of help.
    var commandLines: [String] {
        var lines: [String] = []
        var line = ""
        for word in command.split(separator: " ") {
            if word.hasPrefix("--"), line.utf8.count > 50 {
                lines.append(line + " \\")
                line = "    " + word
            } else {
                line += line.isEmpty ? String(word) : " " + word
            }
        }
        return lines + [line]
    }
}
