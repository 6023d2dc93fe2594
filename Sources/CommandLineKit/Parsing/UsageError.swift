/// A command line that cannot be acted on. The exit status is 2.
package struct UsageError: Error, Equatable {
    /// The words of the command that was being read, the program's name first.
    package let command: [String]
    /// What is wrong with it.
    package let problem: Problem

    /// An error in the command line of the command with these words, the program's name first.
    package init(command: [String], problem: Problem) {
        self.command = command
        self.problem = problem
    }

    /// What is wrong with it.
    package enum Problem: Equatable, Sendable {
        /// The words end at a group of commands.
        case missingCommand(choices: [String])
        /// `elsewhere` are the words of a command of that name in a group.
        case unknownCommand(Argument, choices: [String], elsewhere: String?)
        case unknownOption(String, choices: [String])
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

    /// Finds the one among a few words that may have been meant by another.
    package typealias SpellingAid = (_ word: String, _ choices: [String]) -> String?

    /// One line without a full stop that says what is wrong, and what may have been meant.
    ///
    /// - Parameter quote: Makes a word safe to show, with its quotation marks.
    package func message(quote: ([UInt8]) -> String, suggest: SpellingAid) -> String {
        let suggestion = meantInstead(suggest).map { "; did you mean \($0)?" } ?? ""
        return statement(quote) + suggestion
    }

    /// What to do next: a command line that explains.
    package var advice: String { "Try: " + (command + ["--help"]).joined(separator: " ") }

    private func statement(_ quote: ([UInt8]) -> String) -> String {
        switch problem {
        case .missingCommand(let choices):
            "which command? One of \(choices.joined(separator: ", "))"
        case .unknownCommand(let word, _, _):
            "there is no command \(quote(word.bytes))"
        case .unknownOption(let name, _):
            "there is no option \(quote([UInt8](name.utf8)))"
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
            "bad value for \(name): \(quote(word.bytes)): \(error.problem)"
        case .contradiction(let error):
            error.problem
        }
    }

    private func meantInstead(_ suggest: SpellingAid) -> String? {
        switch problem {
        case .unknownCommand(let word, let choices, let elsewhere):
            suggest(word.displayText, choices) ?? elsewhere
        case .unknownOption(let name, let choices): suggest(name, choices)
        case .badValue(_, let word, let error): suggest(word.displayText, error.choices)
        default: nil
        }
    }
}
