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
        switch value {
        case .bool, .null: return false
        case .string(let text) where holdsSecret(text): return true
        default: break
        }
        let words = Self.words(of: key)
        // A public key is for everybody, and what is said about a key is not the key.
        if words.contains("public") { return false }
        guard let last = words.last, !["id", "name", "path", "file", "url", "type"].contains(last)
        else { return false }
        return words.contains { Self.words.contains($0) }
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
