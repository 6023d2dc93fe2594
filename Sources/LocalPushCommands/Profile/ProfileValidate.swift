import CommandConsole
import CommandLineKit
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
                A file holds one profile, an array of profiles, or one on each line. Of a folder all \
                files whose names end in .json are checked; - is standard input. Nothing is changed.
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
        let reports = try files.flatMap(ProfilePaths.unsignedFiles).map {
            try ProfileFileReport($0, in: context)
        }
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
            advice: ["The keys and their values are explained by: man localpush-profile"])
    }
}
