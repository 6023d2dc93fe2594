/// How the word given for an option or operand becomes a value.
package struct Conversion<Value> {
    /// What stands for the value in help: upper case, such as `SSID`.
    let valueName: String
    /// How a shell can complete it.
    let completion: CompletionKind
    /// Makes the value, or throws why the word is none.
    package let convert: (Argument) throws(ValueError) -> Value

    /// - Parameters:
    ///   - valueName: What stands for the value in help: upper case, such as `SSID`.
    ///   - completion: How a shell can complete it.
    ///   - convert: Makes the value, or throws why the word is none.
    package init(
        _ valueName: String, completion: CompletionKind = .none,
        convert: @escaping (Argument) throws(ValueError) -> Value
    ) {
        self.valueName = valueName
        self.completion = completion
        self.convert = convert
    }

    /// The conversion of a word that must be valid UTF-8 first.
    package static func text(
        _ valueName: String, completion: CompletionKind = .none,
        convert: @escaping (String) throws(ValueError) -> Value
    ) -> Conversion {
        Conversion(valueName, completion: completion) { argument throws(ValueError) in
            guard let text = argument.text else { throw ValueError("it is not valid UTF-8") }
            return try convert(text)
        }
    }
}

extension Conversion {
    /// The same conversion, of which `transform` makes another value.
    package func map<Other>(_ transform: @escaping (Value) -> Other) -> Conversion<Other> {
        Conversion<Other>(valueName, completion: completion) { [convert] word throws(ValueError) in
            transform(try convert(word))
        }
    }
}

extension Conversion<String> {
    /// Any text.
    package static func text(
        _ valueName: String, completion: CompletionKind = .none
    ) -> Conversion { text(valueName, completion: completion) { text in text } }

    /// The name of a file. Empty names nothing.
    package static func file(_ valueName: String = "FILE") -> Conversion {
        text(valueName, completion: .file) { text throws(ValueError) in
            guard !text.isEmpty else { throw ValueError("it is empty") }
            return text
        }
    }
}

extension Conversion where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of a type's cases, by its raw value.
    package static func choice(_ valueName: String) -> Conversion {
        let names = Value.allCases.map(\.rawValue)
        return text(valueName, completion: .choices(names)) { text throws(ValueError) in
            guard let value = Value(rawValue: text) else {
                throw ValueError(
                    "it is none of \(names.joined(separator: ", "))", choices: names)
            }
            return value
        }
    }
}

/// Why a word cannot be the value it was given for.
package struct ValueError: Error, Equatable {
    /// A clause that completes "bad value …: ", such as "it is 40 bytes long; an SSID has 1 to 32".
    package let problem: String
    /// The words that would do, where there are few; one of them may have been meant.
    let choices: [String]

    /// - Parameters:
    ///   - problem: A clause that completes "bad value …: ".
    ///   - choices: The words that would do, where there are few.
    package init(_ problem: String, choices: [String] = []) {
        self.problem = problem
        self.choices = choices
    }
}
