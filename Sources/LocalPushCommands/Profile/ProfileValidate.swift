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
                ApplyPlan.whatFilesHold,
                """
                All that is wrong is told, each fault with file, line, column and key; a text that is not \
                JSON is read up to the place where it is not. Of a signed file its signature has to be \
                whole and fit what is in it, and that is checked as any other; whether this device \
                trusts the signer, and may install it, is what verify tells. Nothing is changed.
                """,
            ],
            operands: [
                .repeated(
                    \.files, .file(), isRequired: true,
                    "The files and folders to check; - is standard input.")
            ],
            options: OutputOptions.options(in: \.output),
            examples: [
                Example("localpush profile validate Profiles/", "Check all files of a folder")
            ],
            exitStatuses: [.denied, .invalidProfile])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let reports = try files.flatMap(ProfilePaths.files).map {
            try ProfileFileReport($0, in: context)
        }
        if output.isJSON {
            try context.console.print(["files": .array(reports.map(\.json))])
        } else {
            try context.console.print(lines: reports.flatMap(\.lines))
        }
        let bad = reports.filter { !$0.isValid }.count
        guard bad > 0 else { return .success }
        throw Failure(
            .invalidProfile,
            "\(bad) of \(reports.count) files \(bad == 1 ? "is" : "are") not valid",
            advice: ["The keys and their values are explained by: man localpush-profile"])
    }
}
