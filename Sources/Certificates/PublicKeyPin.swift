package import LocalPushModel

/// The SHA-256 of a public key: what a profile can name instead of an authority.
package struct PublicKeyPin: Hashable, Sendable, CustomStringConvertible {
    /// The bytes of a SHA-256.
    package static let count = 32

    /// The digest, ``count`` bytes.
    package let digest: [UInt8]

    init(digest: [UInt8]) { self.digest = digest }

    /// The pin that `text` writes as 64 hexadecimal digits, in either case.
    package init(_ text: String) throws(InvalidValue) {
        guard text.utf8.count == 2 * Self.count, let digest = Hexadecimal.bytes(text) else {
            throw InvalidValue("a pin is the SHA-256 of a public key: 64 hexadecimal digits")
        }
        self.digest = digest
    }

    /// The digest as 64 hexadecimal digits.
    package var description: String { Hexadecimal.text(digest) }
}
