import LocalPushModel
import StrictJSON

/// What is wrong with a file that is to be applied.
struct InputError {
    let error: DocumentError
    /// Why it is not taken though it is a profile file; nil when it is none.
    let reason: SignatureFault?

    init(_ error: DocumentError, reason: SignatureFault? = nil) {
        self.error = error
        self.reason = reason
    }

    /// A file, or a profile in it, that is not taken.
    init(_ refusal: ProfileAdmission.Refusal, file: String, profile: ProfileName? = nil) {
        let name = profile.map { "\($0): " } ?? ""
        self.init(
            DocumentError(
                file: file, position: nil, key: "",
                problem: "\(refusal.reason.rawValue): " + name + refusal.problem),
            reason: refusal.reason)
    }

    /// The error for programs.
    var json: JSONValue {
        [
            "file": error.file.map { .string($0) } ?? .null, "key": .string(error.key),
            "line": error.position.map { .number(JSONNumber($0.line)) } ?? .null,
            "column": error.position.map { .number(JSONNumber($0.column)) } ?? .null,
            "problem": .string(error.problem),
            "reason": reason.map { .string($0.rawValue) } ?? .null,
        ]
    }
}

extension ProfileFile {
    /// What is wrong with it, told of the file that it was read from.
    func errors(in file: String) -> [InputError] {
        var errors = faults.map { InputError($0.inFile(file)) }
        if isCutShort {
            errors.append(
                InputError(
                    DocumentError(
                        file: file, position: nil, key: "",
                        problem: "these are its first \(faults.count) faults; there may be more")))
        }
        return errors
    }
}
