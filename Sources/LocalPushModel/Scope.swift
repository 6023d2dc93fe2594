/// Whose profiles, providers and agents are meant.
package enum Scope: String, Hashable, Sendable, CaseIterable {
    /// The machine's, run by root.
    case system
    /// Those of one logged-in user.
    case user
}
