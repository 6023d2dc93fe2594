/// A file of certificates that are trusted.
package struct TrustedFile: Hashable, Sendable {
    /// Where it is, to be named when it cannot be used.
    package let path: String
    /// Its text: one certificate or more, as PEM.
    package let pem: String

    /// A file at `path` with that text.
    package init(_ path: String, pem: String) {
        self.path = path
        self.pem = pem
    }
}
