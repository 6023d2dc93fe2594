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

/// What one check of `doctor` found.
struct Finding: Equatable {
    /// What was looked at.
    let subject: String
    /// How it is, in words.
    let statement: String
    let isTrouble: Bool
    /// What to do about it.
    let advice: [String]

    static func good(_ subject: String, _ statement: String) -> Finding {
        Finding(subject: subject, statement: statement, isTrouble: false, advice: [])
    }

    static func trouble(_ subject: String, _ statement: String, _ advice: String...) -> Finding {
        Finding(subject: subject, statement: statement, isTrouble: true, advice: advice)
    }

    /// - Parameter width: The columns of the terminal; nil where it is for none.
    func lines(_ style: TextStyle, width: Int?) -> [String] {
        let mark = isTrouble ? style.apply(.bad, "trouble") : style.apply(.good, "ok     ")
        let text = ["\(subject): \(statement)"] + advice.map { "  " + $0 }
        let margin = "         "
        let lines = text.flatMap { TextWrap.lines($0, width: (width ?? .max) - margin.utf8.count) }
        return lines.enumerated().map { ($0 == 0 ? mark + "  " : margin) + $1 }
    }

    var json: JSONValue {
        [
            "subject": .string(subject), "statement": .string(statement),
            "ok": .bool(!isTrouble), "advice": .array(advice.map { .string($0) }),
        ]
    }
}
