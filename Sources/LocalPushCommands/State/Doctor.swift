import CommandConsole
import CommandLineKit
import StrictJSON

/// `doctor`: looks for what keeps profiles from running, and says what to do about it.
struct Doctor: Command {
    var store = StoreOptions()
    var output = OutputOptions()

    static let name = "doctor"
    static let summary = "Find what keeps profiles from running"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                """
                Checks Wi-Fi, stores, managed profiles, services and providers, and says of each trouble \
                what to do. Nothing is changed.
                """
            ],
            options: StoreOptions.options(in: \.store), OutputOptions.options(in: \.output),
            examples: [Example("localpush doctor", "Check this device")],
            exitStatuses: [ExitStatusSpec(.failure, "There is trouble")])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let findings = try Examination(store, in: context).findings
        if output.isJSON {
            try context.console.print(["findings": .array(findings.map(\.json))])
        } else {
            for finding in findings {
                for line in finding.lines(context.console.style, width: context.console.width) {
                    try context.console.print(line)
                }
            }
        }
        return findings.contains(where: \.isTrouble) ? .failure : .success
    }
}
