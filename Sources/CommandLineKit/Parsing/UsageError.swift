/// A command line that cannot be acted on. The exit status is 2.
package struct UsageError: Error, Equatable {
    /// The words of the command that was being read, the program's name first.
    package let command: [String]
    package let problem: Problem

    package init(command: [String], problem: Problem) {
        self.command = command
        self.problem = problem
    }

    /// What is wrong with it.
    package enum Problem: Equatable, Sendable {
        /// The words end at a group of commands.
        case missingCommand(choices: [String])
        case unknownCommand(Argument, suggestion: String?)
        case unknownOption(String, suggestion: String?)
        case missingValue(option: String, valueName: String)
        case unexpectedValue(option: String)
        case repeatedOption(String)
        case missingOption(String, valueName: String)
        case missingOperand(String)
        case unexpectedOperand(Argument)
        /// A word given for the option or operand `name` that it cannot take.
        case badValue(name: String, Argument, ValueError)
        /// Arguments that do not go together.
        case contradiction(ValueError)
    }

    /// One line without a full stop that says what is wrong.
    ///
    /// - Parameter quote: Makes a word safe to show, with its quotation marks.
    package func message(quote: ([UInt8]) -> String) -> String {
        switch problem {
        case .missingCommand(let choices):
            "\(command.joined(separator: " ")): which command? One of \(list(choices))"
        case .unknownCommand(let word, let suggestion):
            "there is no command \(quote(word.bytes))" + hint(suggestion)
        case .unknownOption(let name, let suggestion):
            "there is no option \(quote([UInt8](name.utf8)))" + hint(suggestion)
        case .missingValue(let option, let valueName):
            "the option \(option) needs a value: \(option) \(valueName)"
        case .unexpectedValue(let option):
            "the option \(option) takes no value"
        case .repeatedOption(let option):
            "the option \(option) can be given only once"
        case .missingOption(let option, let valueName):
            "the option \(option) \(valueName) is missing"
        case .missingOperand(let name):
            "\(name) is missing"
        case .unexpectedOperand(let word):
            "there is one word too many: \(quote(word.bytes))"
        case .badValue(let name, let word, let error):
            "bad value for \(name): \(quote(word.bytes)): \(error.problem)" + hint(error.suggestion)
        case .contradiction(let error):
            error.problem + hint(error.suggestion)
        }
    }

    /// What to do next: a command line that explains.
    package var advice: String { "Try: " + (command + ["--help"]).joined(separator: " ") }

    private func hint(_ suggestion: String?) -> String {
        suggestion.map { "; did you mean \($0)?" } ?? ""
    }

    private func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}
