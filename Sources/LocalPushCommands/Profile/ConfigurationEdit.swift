import CommandLineKit
import StrictJSON

/// One change to a provider configuration, as `--set`, `--unset` and `--host` ask for.
struct ConfigurationEdit: Equatable {
    /// The keys that lead to the value, outermost first; at least one.
    let path: [String]
    /// The new value; nil removes the key.
    let value: JSONValue?

    /// The keys of `text`, which dots divide; `\.` is a dot within a key.
    static func path(_ text: String) throws(ValueError) -> [String] {
        var keys = [""]
        var isEscaped = false
        for character in text.unicodeScalars {
            if character == ".", !isEscaped {
                keys.append("")
            } else if character == "\\", !isEscaped {
                isEscaped = true
                continue
            } else {
                keys[keys.count - 1].unicodeScalars.append(character)
            }
            isEscaped = false
        }
        guard keys.allSatisfy({ !$0.isEmpty }) else { throw ValueError("a key is empty") }
        return keys
    }

    /// Changes `configuration`. Objects that are missing on the way are made; removing what is not
    /// there changes nothing. Throws when something on the way is no object.
    func apply(to configuration: inout JSONObject) throws(ValueError) {
        try Self.set(value, at: path[...], in: &configuration)
    }

    private static func set(
        _ value: JSONValue?, at path: ArraySlice<String>, in object: inout JSONObject
    ) throws(ValueError) {
        guard let key = path.first else { return }
        let rest = path.dropFirst()
        if rest.isEmpty {
            object[key] = value
            return
        }
        var inner: JSONObject
        switch object[key] {
        case .object(let found): inner = found
        case nil where value == nil: return
        case nil: inner = [:]
        default:
            throw ValueError(
                "\(key) is not an object, so it has no key \(rest.joined(separator: "."))")
        }
        try set(value, at: rest, in: &inner)
        object[key] = .object(inner)
    }
}

extension ConfigurationEdit {
    /// The options that set values.
    static func options<Command>(
        in edits: WritableKeyPath<Command, [ConfigurationEdit]>
    ) -> [Option<Command>] {
        [
            .added("--host", edits, .host, "The provider server: --set-string host=HOST."),
            .repeated(
                "--set", edits, .assignment(alwaysText: false),
                """
                A value of the provider configuration: JSON if it parses as such, otherwise text. Dots \
                lead into objects.
                """),
            .repeated(
                "--set-string", edits, .assignment(alwaysText: true), "The same, always text."),
        ]
    }
}
