/// The name of a credential of the service (systemd.exec(5), "Credentials"): letters, digits, `.`,
/// `_` and `-`, no `.` first, at most 255.
///
/// systemd takes any file name for one; this form is a file name on any system, and cannot lead out of
/// the folder that the credentials are in.
package struct CredentialName: Hashable, Sendable, CustomStringConvertible {
    /// The most characters that a name can have, as with file names.
    package static let maximumLength = 255

    /// The name.
    package let text: String

    /// Throws when `text` does not have the form of a name.
    package init(_ text: String) throws(InvalidValue) {
        let bytes = text.utf8
        guard let first = bytes.first else {
            throw InvalidValue("a credential's name is not empty")
        }
        let isWellFormed = bytes.allSatisfy { $0.isLetterOrDigit || $0.isOne(of: "._-") }
        guard isWellFormed, !first.isOne(of: ".-") else {
            throw InvalidValue(
                "the credential's name \(SafeText.quoted(text)) has to be of A-Z, a-z, 0-9, '.', '_' "
                    + "and '-', the first a letter, a digit or '_'")
        }
        guard bytes.count <= Self.maximumLength else {
            throw InvalidValue(
                "a credential's name has at most \(Self.maximumLength) characters, this one "
                    + "\(bytes.count)")
        }
        self.text = text
    }

    package var description: String { text }
}
