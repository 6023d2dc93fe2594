import LocalPushModel
import PreferencesStore
import StrictJSON

/// Who signed the file that a stored profile was brought by, and where that file is kept.
struct ProfileSignature {
    private let record: SignatureRecord
    /// Where the signed file is kept; nil when it is not there any more.
    private let file: String?

    /// The signatures of the stored profiles of a look; with a `name`, only that profile's.
    static func all(
        in look: ScopeLook, named name: ProfileName? = nil
    ) -> [ProfileName: ProfileSignature] {
        let records = look.signatures.filter { name == nil || $0.key == name }
        let files = look.store.originals(of: records.values)
        return records.mapValues { ProfileSignature(record: $0, file: files[$0.digest]) }
    }

    /// The lines for people.
    var lines: [String] {
        [
            "by \(SafeText.escaped(record.signer))" + (record.isChanged ? ", changed since" : ""),
            "key sha256:\(record.key)", "digest sha256:\(record.digest)",
        ] + (file.map { ["kept at \(SafeText.escaped($0))"] } ?? [])
    }

    /// The same for programs.
    var json: JSONValue {
        var object = record.json.object
        object["file"] = file.map { .string($0) } ?? .null
        return .object(object)
    }
}
