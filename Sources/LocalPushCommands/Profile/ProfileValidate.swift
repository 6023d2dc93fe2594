import CommandLineKit
import LinuxSystem
import LocalPushModel
import StrictJSON

/// `profile validate`: checks profile files.
struct ProfileValidate: Command {
    var files: [String] = []
    var output = OutputOptions()

    static let name = "validate"
    static let summary = "Check profile files"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                """
                A file holds one profile or an array of profiles. Of a folder all files whose names \
                end in .json are checked; - is standard input. Nothing is changed.
                """
            ],
            operands: [
                .repeated(\.files, .file(), isRequired: true, "The files and folders to check.")
            ],
            options: OutputOptions.options(in: \.output),
            examples: [
                Example("localpush profile validate Profiles/", "Check all files of a folder")
            ],
            exitStatuses: [.denied, .invalidProfile])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let reports = try files.flatMap(Self.paths).map { try FileReport($0, in: context) }
        if output.isJSON {
            try context.console.print(["files": .array(reports.map(\.json))])
        } else {
            for report in reports { try context.console.print(report.line) }
        }
        let bad = reports.filter { $0.error != nil }.count
        guard bad > 0 else { return .success }
        throw Failure(
            .invalidProfile,
            "\(bad) of \(reports.count) files \(bad == 1 ? "is" : "are") not valid",
            advice: ["The keys and their values are explained by: man localpush"])
    }

    /// The files that a word of the command line means.
    private static func paths(_ path: String) throws -> [String] {
        guard path != "-", try FileStatus(of: path).kind == .folder else { return [path] }
        let files = try FileSystem.names(in: path).filter {
            $0.hasSuffix(".json") && !$0.hasPrefix(".") && !$0.hasSuffix(".schema.json")
        }
        if files.isEmpty {
            throw Failure(.failure, "there is no .json file in \(SafeText.escaped(path))")
        }
        return files.map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
    }
}

/// What a look at one profile file found.
private struct FileReport {
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
