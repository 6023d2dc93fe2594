/// The name of a profile: `[A-Za-z0-9][A-Za-z0-9._-]{0,63}`.
///
/// The form makes a name safe as part of a file name and impossible to mistake for an option.
package struct ProfileName: Hashable, Sendable, CustomStringConvertible {
    /// The most characters that a name can have.
    package static let maximumLength = 64

    /// The name.
    package let text: String

    /// Throws when `text` does not have the form of a name.
    package init(_ text: String) throws(InvalidValue) {
        let bytes = text.utf8
        guard let first = bytes.first else { throw InvalidValue("a profile name is not empty") }
        guard first.isLetterOrDigit else {
            throw InvalidValue(
                "the profile name \(SafeText.quoted(text)) does not start with a letter or digit")
        }
        guard bytes.allSatisfy({ $0.isLetterOrDigit || $0.isOne(of: "._-") }) else {
            throw InvalidValue(
                "the profile name \(SafeText.quoted(text)) has a character other than "
                    + "A-Z, a-z, 0-9, '.', '_' and '-'")
        }
        guard bytes.count <= Self.maximumLength else {
            throw InvalidValue(
                "a profile name has at most \(Self.maximumLength) characters, this one \(bytes.count)"
            )
        }
        self.text = text
    }

    package var description: String { text }
}

extension ProfileName: Comparable {
    package static func < (left: ProfileName, right: ProfileName) -> Bool { left.text < right.text }
}
