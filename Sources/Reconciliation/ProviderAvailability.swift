/// What a look at an installed provider found.
package enum ProviderAvailability: Hashable, Sendable {
    /// Its agent can be launched.
    ///
    /// - Parameters:
    ///   - understandsMessages: Whether it speaks the session protocol; a `simple` one does not.
    ///   - fingerprint: Differs when the manifest or the executable was changed.
    case usable(understandsMessages: Bool, fingerprint: String)
    /// It is not installed, or is refused, for the reason in words.
    case unusable(problem: String)
}
