/// Finds what can stand at the cursor of an unfinished command line.
package struct CompletionEngine {
    /// Looks up what there is of a kind, such as the names of all profiles.
    package typealias Finder = (CompletionSource) -> [Completion.Candidate]

    private let root: CommandSpec
    private let find: Finder

    /// - Parameters:
    ///   - root: The whole program.
    ///   - find: Is asked only for what the cursor needs.
    package init(root: CommandSpec, find: @escaping Finder) {
        self.root = root
        self.find = find
    }

    /// - Parameter words: The command line up to the cursor without the program's name; the last one is
    ///   being typed, and may be empty.
    package func complete(_ words: [String]) -> Completion {
        let current = words.last ?? ""
        let place = CompletionPlace(root: root, words: words.dropLast())
        if let option = place.openOption, let value = option.value {
            return candidates(for: value.completion, typed: current, before: "")
        }
        if !place.hasEndedOptions, current.hasPrefix("-") {
            if let sign = current.firstIndex(of: "="),
                let value = place.option(String(current[..<sign]))?.value
            {
                let typed = String(current[current.index(after: sign)...])
                return candidates(
                    for: value.completion, typed: typed, before: String(current[...sign]))
            }
            return options(at: place, typed: current)
        }
        guard place.spec.subcommands.isEmpty else {
            let commands = place.spec.visibleSubcommands
            return filter(commands.map { .init($0.name, $0.summary) }, typed: current)
        }
        guard let operand = place.operand else { return .candidates([]) }
        return candidates(for: operand.value.completion, typed: current, before: "")
    }

    private func options(at place: CompletionPlace, typed: String) -> Completion {
        let open = (place.spec.options + [.help]).filter { option in
            option.isRepeated || !place.usedOptions.contains(option.name)
        }
        return filter(open.map { .init($0.name, $0.help) }, typed: typed)
    }

    private func candidates(
        for kind: CompletionKind, typed: String, before: String
    ) -> Completion {
        switch kind {
        case .none: .candidates([])
        case .file: .files
        case .choices(let names): filter(names.map { .init($0) }, typed: typed, before: before)
        case .found(let source): filter(find(source), typed: typed, before: before)
        }
    }

    private func filter(
        _ candidates: [Completion.Candidate], typed: String, before: String = ""
    ) -> Completion {
        let fitting = candidates.filter { candidate in
            // A shell reads lines: what would break one, such as an SSID with a line feed, stays out.
            let isPlain = candidate.word.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
            return isPlain && candidate.word.utf8.starts(with: typed.utf8)
        }
        return .candidates(fitting.map { .init(before + $0.word, $0.explanation) })
    }
}
