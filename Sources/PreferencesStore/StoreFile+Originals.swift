import LinuxSystem
package import LocalPushModel
import StrictJSON

/// The signed files that profiles were brought by, kept as they came.
extension StoreFile {
    /// The folder of them.
    var originals: String { path + ".signed" }

    private static let suffix = ".p7m"

    /// Where the signed file is kept whose contents have this digest.
    func original(_ digest: String) -> String { "\(originals)/\(digest)\(Self.suffix)" }

    /// Has signed files on the disk, by the digests of their contents, before the store names them. The
    /// lock must be held.
    func keepOriginals(_ messages: [String: [UInt8]], like status: FileStatus?) throws(StoreError) {
        if messages.isEmpty { return }
        do throws(SystemError) {
            try FileSystem.makeFolder(originals, mode: 0o700)
            for (digest, message) in messages {
                try FileReplacement(writing: message, to: "\(originals)/new", like: status)
                    .place(at: original(digest))
            }
            try FileSystem.synchronizeFolder(originals)
        } catch {
            throw StoreError(error)
        }
    }

    /// Removes the signed files that `preferences` names no more. What cannot be removed does no harm.
    func dropOriginals(notIn preferences: Preferences) {
        guard let names = try? FileSystem.names(in: originals) else { return }
        let wanted = Set(preferences.signatures.values.map { $0.digest + Self.suffix })
        for name in names where !wanted.contains(name) {
            try? FileSystem.remove("\(originals)/\(name)")
        }
    }
}

extension PreferencesStore {
    /// Where the signed files of these records are kept, by the digests of their contents. One that is
    /// not there any more has no place.
    package func originals(of records: some Collection<SignatureRecord>) -> [String: String] {
        guard !records.isEmpty, let file = try? StoreFile(at: locations.preferences) else {
            return [:]
        }
        var places: [String: String] = [:]
        for digest in records.lazy.map(\.digest) {
            let place = file.original(digest)
            if (try? FileStatus(of: place)) != nil { places[digest] = place }
        }
        return places
    }
}
