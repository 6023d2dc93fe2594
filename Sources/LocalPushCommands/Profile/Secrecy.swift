import LocalPushModel
import StrictJSON

/// Tells which values of a provider configuration look like secrets. A guess, for people's eyes only:
/// better one word too many is hidden than one too few.
enum Secrecy {
    /// What stands in place of a hidden value.
    static let placeholder = "(hidden; --show-secrets shows it)"

    private static let words: Set<String> = [
        "password", "passwd", "pass", "pwd", "passphrase", "passcode", "psk", "pin", "secret",
        "secrets", "token", "tokens", "credential", "credentials", "creds", "auth", "authorization",
        "bearer", "cookie", "jwt", "nkey", "seed", "apikey", "privatekey", "secretkey", "accesskey",
        "authkey", "sharedkey", "key", "keys",
    ]

    /// Whether the value at `key` looks like a secret.
    static func isSecret(_ key: String, _ value: JSONValue) -> Bool {
        // The name of a secret is none.
        if key == CredentialReference.key { return false }
        switch value {
        case .bool, .null: return false
        case .string(let text) where holdsSecret(text): return true
        case .object where CredentialReference.name(in: value) != nil: return false
        default: break
        }
        let words = Self.words(of: key)
        // A public key is for everybody, and what is said about a key is not the key.
        if words.contains("public") { return false }
        guard let last = words.last, !["id", "name", "path", "file", "url", "type"].contains(last)
        else { return false }
        return words.contains { Self.words.contains($0) || Self.endsInSecret($0) }
    }

    /// Whether a word says it at its end, as many do that are written in one: "wifipassword".
    private static func endsInSecret(_ word: String) -> Bool {
        ["password", "passwd", "passphrase", "secret", "token"].contains {
            word.hasSuffix($0) || word.hasSuffix($0 + "s")
        }
    }

    /// Whether text is a secret whatever its key: a private key in PEM, a password in a URL, a JSON web
    /// token.
    private static func holdsSecret(_ text: String) -> Bool {
        if text.contains("PRIVATE KEY-----") || text.hasPrefix("eyJ") { return true }
        let parts = text.split(separator: "://", maxSplits: 1)
        guard parts.count == 2, let authority = parts[1].split(separator: "/").first else {
            return false
        }
        let user = authority.split(separator: "@", maxSplits: 1)
        return user.count == 2 && user[0].contains(":")
    }

    /// The lower-case words of a key: `apiKey`, `api-key` and `API_KEY` are all "api" and "key".
    private static func words(of key: String) -> [String] {
        var words = [""]
        var wasUpper = true
        for character in key {
            if !character.isLetter && !character.isNumber {
                words.append("")
            } else if character.isUppercase, !wasUpper {
                words.append(character.lowercased())
            } else {
                words[words.count - 1] += character.lowercased()
            }
            wasUpper = character.isUppercase
        }
        return words.filter { !$0.isEmpty }
    }
}

// MARK: What was hidden cannot come back

extension Secrecy {
    /// Whether the placeholder stands anywhere in `object` as a value.
    static func hidesValue(in object: JSONObject) -> Bool {
        object.contains { isHidden($0.value) }
    }

    private static func isHidden(_ value: JSONValue) -> Bool {
        switch value {
        case .string(let text): text.hasSameBytes(as: placeholder)
        case .array(let elements): elements.contains(where: isHidden)
        case .object(let object): hidesValue(in: object)
        case .number, .bool, .null: false
        }
    }

    /// The first value of a document that is the placeholder.
    static func hiddenValue(in node: JSONNode) -> JSONNode? {
        if node.isString(placeholder) { return node }
        let children = node.elements.map { $0 } + node.members.map(\.value)
        for child in children {
            if let found = hiddenValue(in: child) { return found }
        }
        return nil
    }

    /// `value` as people may see it: without the secrets in it, given the key that it is at.
    static func hidingSecrets(_ value: JSONValue, at key: String = "") -> JSONValue {
        if isSecret(key, value) { return .string(placeholder) }
        switch value {
        case .array(let elements): return .array(elements.map { hidingSecrets($0) })
        case .object(let object):
            return .object(JSONObject(object.map { ($0, hidingSecrets($1, at: $0)) }))
        default: return value
        }
    }
}

// MARK: For programs that show profiles to people

extension Secrecy {
    /// Where the secrets in `value` are: of each the keys and indexes that lead to it.
    ///
    /// - Parameter key: the key that `value` is at.
    static func places(in value: JSONValue, at key: String = "") -> [[JSONValue]] {
        if isSecret(key, value) { return [[]] }
        switch value {
        case .array(let elements):
            return elements.enumerated().flatMap { index, element in
                places(in: element).map { [.number(JSONNumber(index))] + $0 }
            }
        case .object(let object):
            return object.flatMap { key, member in
                places(in: member, at: key).map { [.string(key)] + $0 }
            }
        default: return []
        }
    }

    /// Where the secrets of a profile's configuration are, in its JSON.
    static func places(in profile: Profile?) -> [[JSONValue]] {
        guard let profile else { return [] }
        return places(in: ["providerConfiguration": .object(profile.providerConfiguration)])
    }
}
