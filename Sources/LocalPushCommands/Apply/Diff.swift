import CommandConsole
import CommandLineKit
import LocalPushModel
import PreferencesStore
import StrictJSON

/// `diff`: tells what `apply` would do.
struct Diff: Command {
    var plan = ApplyPlan()
    var store = StoreOptions()
    var output = OutputOptions()

    static let name = "diff"
    static let summary = "Tell what apply would change"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                ApplyPlan.whatFilesHold,
                """
                Nothing is changed. The exit status tells whether the stored profiles are what the \
                files say.
                """,
            ],
            operands: [ApplyPlan.operand.within(\.plan)],
            options: ApplyPlan.options(in: \.plan), StoreOptions.options(in: \.store),
            OutputOptions.options(in: \.output),
            examples: [
                Example("localpush diff Profiles/ --prune", "See what a folder would change")
            ],
            exitStatuses: [
                ExitStatusSpec(.failure, "The stored profiles differ"),
                .denied, .storeUnreadable, .trouble, .invalidProfile,
            ])
    }

    func validate() throws(ValueError) {
        if plan.paths.isEmpty { throw ValueError("the files to compare with are needed") }
        try plan.validate()
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        do {
            let isSame = try compare(in: context)
            try context.console.flush()
            return isSame ? .success : .failure
        } catch {
            // 1 is an answer here, so a failure needs another number.
            let failure = Failure(describing: error)
            throw failure.status == .failure
                ? Failure(.trouble, failure.message, advice: failure.advice) : failure
        }
    }

    /// Prints what is different; returns whether nothing is.
    private func compare(in context: CommandContext) throws -> Bool {
        let input = try ProfileInput(plan.paths, in: context)
        try input.check(output, in: context)
        let edit = try StoreEdit(store, in: context)
        var preferences = try edit.store.load()
        let generation = preferences.generation
        let difference = try plan.carryOut(input, on: &preferences, output, in: context)
        let report = ApplyReport(difference, of: input, in: edit)
        if output.isJSON {
            try context.console.print(
                .object(report.json(generation: generation)))
        } else {
            report.noteShadows()
            let text = DifferenceText(
                difference: difference, style: context.console.style,
                showsSecrets: plan.showsSecrets)
            try context.console.print(lines: text.lines)
        }
        return difference.isEmpty
    }
}
