/// The manual page of a program, in mdoc(7).
package struct ManualPage {
    /// A section written by hand, such as FILES.
    package struct Section {
        let title: String
        let entries: [(term: String, text: String)]

        /// - Parameters:
        ///   - title: In upper case, one of the standard sections of mdoc(7).
        ///   - entries: What is explained, and its explanation.
        package init(_ title: String, _ entries: [(term: String, text: String)]) {
            self.title = title
            self.entries = entries
        }
    }

    private let spec: CommandSpec
    private let date: String
    private let environment: Section
    private let files: Section
    private let exitStatuses: [ExitStatusSpec]
    private let seeAlso: [(name: String, section: Int)]

    /// - Parameters:
    ///   - date: When the page last changed, such as "November 30, 2025".
    ///   - exitStatuses: Those of the program as a whole.
    ///   - seeAlso: Other pages, in the order of their sections and names.
    package init(
        _ spec: CommandSpec, date: String, environment: Section, files: Section,
        exitStatuses: [ExitStatusSpec], seeAlso: [(name: String, section: Int)]
    ) {
        self.spec = spec
        self.date = date
        self.environment = environment
        self.files = files
        self.exitStatuses = exitStatuses
        self.seeAlso = seeAlso
    }

    /// The whole page, ready for `man -l`.
    package var text: String {
        var page = ManualPageWriter()
        writeTop(to: &page)
        page.macro("Sh", "COMMANDS")
        page.paragraphs(["These options are common to several commands:"])
        page.macro("Bl", "-tag -width Ds")
        for option in commonOptions { page.item(option) }
        page.macro("El")
        for (index, command) in leaves.enumerated() {
            if index == 0 || leaves[index - 1].heading != command.heading {
                page.macro("Ss", command.heading)
            }
            write(command, to: &page)
        }
        write(environment, to: &page)
        write(files, to: &page)
        let statuses = exitStatuses.map { (term: "\($0.status.rawValue)", text: $0.meaning + ".") }
        write(Section("EXIT STATUS", statuses), to: &page)
        page.macro("Sh", "EXAMPLES")
        page.examples(spec.examples, areFirst: true)
        page.macro("Sh", "SEE ALSO")
        for (index, other) in seeAlso.enumerated() {
            let comma = index == seeAlso.count - 1 ? "" : " ,"
            page.macro("Xr", "\(other.name) \(other.section)\(comma)")
        }
        return page.text
    }

    private func writeTop(to page: inout ManualPageWriter) {
        page.macro("Dd", date)
        page.macro("Dt", "\(spec.name.uppercased()) 1")
        page.macro("Os")
        page.macro("Sh", "NAME")
        page.macro("Nm", spec.name)
        page.macro("Nd", spec.summary)
        page.macro("Sh", "SYNOPSIS")
        page.macro("Nm")
        page.macro("Ar", "COMMAND")
        page.macro("Op", "Ar OPTIONS")
        page.macro("Nm")
        page.macro("Fl", "-version")
        page.macro("Sh", "DESCRIPTION")
        page.paragraphs(spec.discussion)
    }

    /// The commands themselves, under the headings of the program's help.
    private var leaves: [Leaf] {
        spec.visibleSubcommands.flatMap { Self.leaves(of: $0, path: [], heading: $0.heading) }
    }

    /// The options that are the same in many commands: told once.
    private var commonOptions: [OptionSpec] {
        var common: [OptionSpec] = [.help]
        let all = leaves.flatMap(\.spec.options)
        for option in all where !common.contains(option) {
            if all.count(where: { $0 == option }) > Self.fewest { common.append(option) }
        }
        return common
    }

    /// An option that more commands than this have is a common one.
    private static let fewest = 3

    private struct Leaf {
        let spec: CommandSpec
        let path: [String]
        let heading: String
    }

    private static func leaves(of spec: CommandSpec, path: [String], heading: String) -> [Leaf] {
        let path = path + [spec.name]
        guard !spec.subcommands.isEmpty else {
            return [Leaf(spec: spec, path: path, heading: heading)]
        }
        return spec.visibleSubcommands.flatMap { leaves(of: $0, path: path, heading: heading) }
    }

    private func write(_ leaf: Leaf, to page: inout ManualPageWriter) {
        let spec = leaf.spec
        page.macro("Bl", "-tag -width Ds")
        page.item(command: leaf.path, operands: spec.operands, options: spec.options)
        page.paragraphs([spec.summary + "."] + spec.discussion)
        let options = spec.options.filter { !commonOptions.contains($0) }
        if !spec.operands.isEmpty || !options.isEmpty {
            page.macro("Bl", "-tag -width Ds")
            for operand in spec.operands {
                page.macro("It", "Ar " + operand.value.name)
                page.sentences(operand.help)
            }
            for option in options { page.item(option) }
            page.macro("El")
        }
        page.examples(spec.examples)
        page.macro("El")
    }

    private func write(_ section: Section, to page: inout ManualPageWriter) {
        page.macro("Sh", section.title)
        page.macro("Bl", "-tag -width Ds")
        for entry in section.entries {
            page.item(entry.term)
            page.sentences(entry.text)
        }
        page.macro("El")
    }
}
