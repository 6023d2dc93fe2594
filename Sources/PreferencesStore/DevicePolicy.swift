import LinuxSystem
import LocalPushModel
import StrictJSON

/// What profiles this device takes: its administrator's business, so both scopes go by the same file.
package struct DevicePolicy: Hashable, Sendable {
    /// Where the policy is.
    package static let standardFile = "/etc/localpush/policy.json"

    private static let sizeLimit = 1 << 20

    /// Whether profiles that nobody signed are refused.
    package let requiresSignature: Bool

    /// Reads the policy; a file that is missing asks for nothing. Throws when it cannot be read or is not
    /// valid: to go on would be to take what is forbidden.
    package init(file: String) throws(StoreError) {
        guard let bytes = try Self.read(file) else {
            requiresSignature = false
            return
        }
        do throws(DocumentError) {
            let root: JSONNode
            do { root = try JSONDocument(parsing: bytes).root } catch { throw DocumentError(error) }
            let reader = try ObjectReader(root, keys: ["requireSigned"])
            requiresSignature = try reader.bool("requireSigned", absent: false)
        } catch {
            throw .policyUnusable(error.inFile(file).description)
        }
    }

    /// The contents of a file that only root, or the user who asks, can have written; nil when it is
    /// missing.
    package static func read(_ path: String) throws(StoreError) -> [UInt8]? {
        do {
            guard try isPresent(path) else { return nil }
            _ = try PathSafety(trusting: ProcessIdentity.effectiveUser).check(path)
            return try FileSystem.read(path, limit: sizeLimit)
        } catch let error as SystemError {
            throw StoreError(error)
        } catch {
            throw .policyUnusable(SafeText.escaped("cannot go by this: \(error)"))
        }
    }

    /// Throws where it cannot be told: what may not be looked at is not missing.
    private static func isPresent(_ path: String) throws(SystemError) -> Bool {
        do throws(SystemError) { _ = try FileStatus(of: path, followingLinks: false) } catch {
            if error.isMissing { return false }
            throw error
        }
        return true
    }
}

extension PreferencesStore {
    /// Throws ``StoreError/unsigned`` where this device takes signed profiles only, and a profile of
    /// `after` is new or says something else than in `before`: nobody has signed that. To switch on or
    /// off and to remove what is there is allowed.
    package func refuseUnsigned(
        from before: Preferences, to after: Preferences
    ) throws(StoreError) {
        guard let file = locations.policyFile,
            PreferencesDifference(from: before, to: after).changes.contains(where: \.wantsSignature)
        else { return }
        if try DevicePolicy(file: file).requiresSignature { throw .unsigned }
    }
}

extension PreferencesDifference.Change {
    /// Whether it is one of what a signature covers.
    fileprivate var wantsSignature: Bool {
        switch self {
        case .added: return true
        case .changed(var old, let new):
            old.isEnabled = new.isEnabled
            return !old.isEquivalent(to: new)
        case .moved, .signed, .unchanged, .removed: return false
        }
    }
}
