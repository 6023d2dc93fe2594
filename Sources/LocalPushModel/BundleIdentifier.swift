/// What names a provider or an app: reverse-DNS, as `com.myexample.SimplePush.Provider`.
///
/// Two or more elements joined by dots, each of one or more of A-Z, a-z, 0-9, `_` and `-`; the first
/// character is a letter or digit. At most 255 characters, which is also the most that a D-Bus name
/// can have (D-Bus Specification, "Valid Names"). The case of letters counts.
package struct BundleIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The most characters that an identifier can have.
    package static let maximumLength = 255

    /// The identifier.
    package let text: String

    /// Throws when `text` does not have the form of a bundle identifier.
    package init(_ text: String) throws(InvalidValue) {
        guard Self.isWellFormed(text) else {
            throw InvalidValue(
                "\(SafeText.quoted(text)) is not a bundle identifier, which is reverse-DNS with two or "
                    + "more elements, as com.example.Provider")
        }
        guard text.utf8.count <= Self.maximumLength else {
            throw InvalidValue(
                "a bundle identifier has at most \(Self.maximumLength) characters, this one "
                    + "\(text.utf8.count)")
        }
        self.text = text
    }

    /// Stores hold many identifiers, so this goes over the bytes once and makes nothing.
    private static func isWellFormed(_ text: String) -> Bool {
        guard let first = text.utf8.first, first.isLetterOrDigit else { return false }
        var dots = 0
        var previous = first
        for byte in text.utf8 {
            if byte == UInt8(ascii: ".") {
                if previous == UInt8(ascii: ".") { return false }
                dots += 1
            } else if !byte.isLetterOrDigit && !byte.isOne(of: "_-") {
                return false
            }
            previous = byte
        }
        return dots >= 1 && previous != UInt8(ascii: ".")
    }

    package var description: String { text }
}

extension BundleIdentifier {
    /// The path on a bus of the object of the app with this identifier, which is its name there too: dots
    /// become slashes, hyphens underscores (Desktop Entry Specification, "D-Bus Activation").
    package var objectPath: String {
        let path = text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "."): UInt8(ascii: "/")
            case UInt8(ascii: "-"): UInt8(ascii: "_")
            default: byte
            }
        }
        return "/" + String(decoding: path, as: UTF8.self)
    }
}

extension BundleIdentifier: Comparable {
    package static func < (left: BundleIdentifier, right: BundleIdentifier) -> Bool {
        left.text < right.text
    }
}
