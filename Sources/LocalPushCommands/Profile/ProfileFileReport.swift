import LocalPushModel
import StrictJSON

/// What a look at one profile file found.
struct ProfileFileReport {
    private let path: String
    private let names: [ProfileName]
    private let isSigned: Bool
    private let errors: [InputError]

    /// Looks at the file at `path`, standard input for `-`. Whom a signed one is signed by does not matter
    /// here, but that it is what was signed does.
    init(_ path: String, in context: CommandContext) throws {
        let source = try ProfileSource(
            try context.bytes(of: path), trust: { [] }, in: context)
        let file = ProfileFile.title(path)
        self.path = path
        isSigned = source.original != nil
        let contents = source.contents.map { ProfileFile(examining: $0) }
        names = contents?.profiles.map(\.name) ?? []
        errors =
            contents?.errors(in: file)
            ?? source.refusal.map { [InputError($0, file: file)] } ?? []
    }

    var isValid: Bool { errors.isEmpty }

    /// The lines for people.
    var lines: [String] {
        if !isValid { return errors.map(\.error.description) }
        let list = names.map(\.text).joined(separator: ", ")
        let judgement = isSigned ? "signed, valid" : "valid"
        return ["\(SafeText.escaped(ProfileFile.title(path))): \(judgement): \(list)"]
    }

    /// The report for programs; the first of the errors stands in it by itself, too.
    var json: JSONValue {
        var object = errors.first?.json.object ?? [:]
        object["reason"] = nil
        object["file"] = .string(path)
        object["valid"] = .bool(isValid)
        object["signed"] = .bool(isSigned)
        object["profiles"] = isValid ? .array(names.map { .string($0.text) }) : []
        object["errors"] = .array(errors.map(\.json))
        return .object(object)
    }
}
