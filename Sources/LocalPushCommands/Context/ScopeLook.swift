import LocalPushModel

/// The profiles of one scope, as one look found them.
struct ScopeLook {
    let scope: Scope
    /// The path of the store.
    let store: String
    let profiles: ProfileSet
}
