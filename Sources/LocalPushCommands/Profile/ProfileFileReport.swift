import LinuxSystem
import LocalPushModel
import StrictJSON

/// What a look at one profile file found.
struct ProfileFileReport {
    let path: String
    let names: [ProfileName]
    let error: DocumentError?

    init(_ path: String, in context: CommandContext) throws(SystemError) {
        self.path = path
        do {
            names = try ProfileFile(path, in: context).profiles.map(\.name)
            error = nil
        } catch {
            switch error {
            case .unreadable(let failure): throw failure
            case .invalid(let problem):
                names = []
                self.error = problem
            }
        }
    }

    var line: String {
        if let error { return error.description }
        let list = names.map(\.text).joined(separator: ", ")
        return "\(SafeText.escaped(path)): valid: \(list)"
    }

    var json: JSONValue {
        var object: JSONObject = ["file": .string(path), "valid": .bool(error == nil)]
        object["profiles"] = .array(names.map { .string($0.text) })
        if let error {
            object["problem"] = .string(error.problem)
            object["key"] = .string(error.key)
            object["line"] = error.position.map { .number(JSONNumber($0.line)) } ?? .null
            object["column"] = error.position.map { .number(JSONNumber($0.column)) } ?? .null
        }
        return .object(object)
    }
}
