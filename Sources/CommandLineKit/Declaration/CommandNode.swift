/// A node of the command tree: a command, or a word under which commands are grouped.
package indirect enum CommandNode<Context> {
    case command(any Command<Context>.Type)
    case group(CommandGroup<Context>)

    /// The word that selects this node.
    package var name: String {
        switch self {
        case .command(let type): type.name
        case .group(let group): group.name
        }
    }

    /// The nodes below, none for a command.
    package var children: [CommandNode] {
        switch self {
        case .command: []
        case .group(let group): group.children
        }
    }

    /// The node of that name directly below; nil if there is none.
    package func child(_ name: String) -> CommandNode? { children.first { $0.name == name } }

    /// The node and all below as plain data.
    package var spec: CommandSpec {
        switch self {
        case .command(let type): type.spec
        case .group(let group): group.spec { $0.spec }
        }
    }

    /// The node as plain data, and of those directly below only names and summaries: all that its own
    /// help shows. The declarations of many commands take longer than most commands.
    package var ownSpec: CommandSpec {
        switch self {
        case .command(let type): type.spec
        case .group(let group): group.spec { $0.briefSpec }
        }
    }

    private var briefSpec: CommandSpec {
        switch self {
        case .command(let type): type.briefSpec
        case .group(let group): CommandSpec(name: group.name, summary: group.summary)
        }
    }

    /// The node that `words` lead to; nil if one of them names nothing.
    package func descendant(_ words: some Sequence<String>) -> CommandNode? {
        var node = self
        for word in words {
            guard let next = node.child(word) else { return nil }
            node = next
        }
        return node
    }
}

/// A word under which commands are grouped, or the program itself.
package struct CommandGroup<Context> {
    /// Commands listed together under one heading.
    package struct Section {
        let heading: String
        let nodes: [CommandNode<Context>]

        /// Nodes that belong under `heading`.
        package init(_ heading: String, _ nodes: [CommandNode<Context>]) {
            self.heading = heading
            self.nodes = nodes
        }
    }

    let name: String
    let summary: String
    let discussion: [String]
    /// What help shows. The parser acts on `--help` anywhere and on `--version` before any command.
    let options: [OptionSpec]
    let examples: [Example]
    let sections: [Section]

    /// - Parameters:
    ///   - summary: One line without a full stop.
    ///   - discussion: Paragraphs of plain text.
    package init(
        _ name: String, _ summary: String, discussion: [String] = [], options: [OptionSpec] = [],
        examples: [Example] = [], sections: [Section]
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.options = options
        self.examples = examples
        self.sections = sections
    }

    var children: [CommandNode<Context>] { sections.flatMap(\.nodes) }

    /// The names of the commands that people are told about.
    package var choices: [String] {
        CommandNode.group(self).ownSpec.visibleSubcommands.map(\.name)
    }

    fileprivate func spec(ofChild child: (CommandNode<Context>) -> CommandSpec) -> CommandSpec {
        CommandSpec(
            name: name, summary: summary, discussion: discussion, options: options,
            examples: examples,
            subcommands: sections.flatMap { section in
                section.nodes.map { child($0).under(section.heading) }
            })
    }
}
