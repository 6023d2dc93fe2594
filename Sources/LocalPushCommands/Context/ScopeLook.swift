import LocalPushModel
import PreferencesStore

/// The profiles of one scope, as one look found them.
struct ScopeLook {
    let scope: Scope
    /// Where it was looked.
    let store: PreferencesStore
    let profiles: ProfileSet
    /// Who signed stored profiles.
    let signatures: [ProfileName: SignatureRecord]

    /// The managed files of that name, the one that counts first.
    func managedFiles(named name: ProfileName) -> [ManagedFile] {
        store.managedFiles(named: name, among: profiles)
    }
}
