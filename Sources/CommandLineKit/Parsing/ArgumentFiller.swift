/// Fills a command's properties from the tokens behind its name.
struct ArgumentFiller<Arguments> {
    let declaration: Declaration<Arguments>
    /// The words of the command, for messages.
    let names: [String]

    func fill(_ arguments: inout Arguments, from tokens: [Token]) throws(UsageError) {
        var operands = declaration.operands[...]
        var seen: Set<String> = []
        for token in tokens {
            switch token {
            case .option(let word, let value):
                let name = fullName(word)
                let isFirst = seen.insert(name).inserted
                try apply(name, value, isFirst: isFirst, to: &arguments)
            case .operand(let word):
                guard let operand = operands.first else { throw error(.unexpectedOperand(word)) }
                if !operand.spec.isRepeated { operands.removeFirst() }
                seen.insert(operand.spec.value.name)
                try convert(word, for: operand.spec.value.name) { word throws(ValueError) in
                    try operand.apply(&arguments, word)
                }
            }
        }
        try checkRequired(seen)
    }

    /// The long name of an option that has a short one.
    private func fullName(_ word: String) -> String {
        declaration.options.first { $0.spec.isCalled(word) }?.spec.name ?? word
    }

    private func apply(
        _ name: String, _ value: Argument?, isFirst: Bool, to arguments: inout Arguments
    ) throws(UsageError) {
        guard let option = declaration.options.first(where: { $0.spec.name == name }) else {
            let names = declaration.options.map(\.spec.name) + [OptionSpec.help.name]
            throw error(.unknownOption(name, choices: names))
        }
        switch (option.spec.value, value) {
        case (nil, .some):
            throw error(.unexpectedValue(option: name))
        case (let needed?, nil):
            throw error(.missingValue(option: name, valueName: needed.name))
        case (nil, nil):
            do throws(ValueError) {
                try option.apply(&arguments, nil)
            } catch {
                throw self.error(.contradiction(ValueError("\(name): \(error.problem)")))
            }
        case (_?, let value?):
            guard isFirst || option.spec.isRepeated else { throw error(.repeatedOption(name)) }
            try convert(value, for: name) { word throws(ValueError) in
                try option.apply(&arguments, word)
            }
        }
    }

    private func convert(
        _ word: Argument, for name: String, _ apply: (Argument) throws(ValueError) -> Void
    ) throws(UsageError) {
        do throws(ValueError) {
            try apply(word)
        } catch {
            throw self.error(.badValue(name: name, word, error))
        }
    }

    private func checkRequired(_ seen: Set<String>) throws(UsageError) {
        for operand in declaration.operands where operand.spec.isRequired {
            let name = operand.spec.value.name
            guard seen.contains(name) else { throw error(.missingOperand(name)) }
        }
        for option in declaration.options where option.spec.isRequired {
            guard let value = option.spec.value, !seen.contains(option.spec.name) else { continue }
            throw error(.missingOption(option.spec.name, valueName: value.name))
        }
    }

    private func error(_ problem: UsageError.Problem) -> UsageError {
        UsageError(command: names, problem: problem)
    }
}
