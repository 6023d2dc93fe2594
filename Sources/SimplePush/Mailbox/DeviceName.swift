package import LocalPushModel

/// What a device is called on the server: part of the names of its stream, subjects and user.
///
/// 1 to 64 of A-Z, a-z, 0-9, `-` and `_`: what NATS allows in the name of a stream and in one element of
/// a subject.
package struct DeviceName: Hashable, Sendable, CustomStringConvertible {
    /// The most characters of a name.
    package static let longest = 64

    /// The name.
    package let text: String

    /// Throws when `text` cannot be a name.
    package init(_ text: String) throws(InvalidValue) {
        guard (1...Self.longest).contains(text.utf8.count),
            text.utf8.allSatisfy(SubjectToken.isPlain)
        else {
            throw InvalidValue(
                "a device's name has 1 to \(Self.longest) letters, digits, - and _")
        }
        self.text = text
    }

    package var description: String { text }
}

extension DeviceName: Comparable {
    package static func < (left: DeviceName, right: DeviceName) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}
