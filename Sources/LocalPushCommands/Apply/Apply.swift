import CommandConsole
import CommandLineKit
import LocalPushModel
import PreferencesStore
import StrictJSON

/// `apply`: makes the stored profiles what files say.
struct Apply: Command {
    /// What to do about a change that awaits its confirmation.
    enum Settling { case confirm, revert }

    var plan = ApplyPlan()
    var isDryRun = false
    var confirmWithin: Int?
    var settling: Settling?
    var store = StoreOptions()
    var output = OutputOptions()

    static let name = "apply"
    static let summary = "Make the profiles what files say"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                ApplyPlan.whatFilesHold,
                """
                Either all of it is done or, when anything is wrong with a file, nothing. Profiles that \
                are as the files say stay as they are, and so do their agents; where nothing is \
                different, nothing is written.
                """,
                """
                With --confirm-within the change is taken back by itself unless it is confirmed in time. \
                On a terminal the command asks and waits. Elsewhere it returns, and the service takes \
                the change back, unless it is confirmed by apply --confirm; nothing else can be changed \
                until then.
                """,
            ],
            operands: [ApplyPlan.operand.within(\.plan)],
            options: ApplyPlan.options(in: \.plan),
            [
                .flag("--dry-run", \.isDryRun, "Tell what would be done, and do nothing."),
                .value(
                    "--confirm-within", \.confirmWithin, .patience,
                    "Take the change back after so many seconds, unless it is confirmed."),
                .flag(
                    "--confirm", choosing: .confirm, \.settling,
                    "Keep the change that awaits its confirmation."),
                .flag("--revert", choosing: .revert, \.settling, "Take that change back now."),
            ], StoreOptions.options(in: \.store), OutputOptions.options(in: \.output),
            examples: [
                Example("localpush apply Profiles/ --prune --dry-run", "See what would be done"),
                Example(
                    "localpush apply Profiles/ --prune --confirm-within 60",
                    "Try a set of profiles, and go back to the old one if nobody can confirm"),
                Example("localpush profile export | ssh ship localpush apply -", "Copy profiles"),
            ],
            exitStatuses: [.denied, .conflict, .storeUnreadable, .noService, .invalidProfile])
    }

    func validate() throws(ValueError) {
        try plan.validate()
        let isSettling = settling != nil
        if plan.paths.isEmpty, !isSettling { throw ValueError("the files to apply are needed") }
        if isSettling, !plan.paths.isEmpty || plan.isPruning || isDryRun || confirmWithin != nil {
            throw ValueError("--confirm and --revert go with neither files nor other options")
        }
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let edit = try StoreEdit(store, in: context)
        switch settling {
        case .confirm: return try Confirmation(edit, output).confirm()
        case .revert: return try Confirmation(edit, output).revert()
        case nil: break
        }
        let input = try ProfileInput(plan.paths, in: context)
        try input.check(output, in: context)
        return isDryRun ? try rehearse(input, edit) : try apply(input, edit)
    }

    private func rehearse(_ input: ProfileInput, _ edit: StoreEdit) throws -> ExitStatus {
        var preferences = try edit.store.load()
        let generation = preferences.generation
        let difference = try plan.carryOut(
            input, on: &preferences, output, in: edit.context)
        if !difference.isEmpty { try edit.store.rehearse(preferences) }
        let report = ApplyReport(difference, of: input, in: edit)
        try tell(report, report.json(generation: generation), edit.context)
        return .success
    }

    private func apply(_ input: ProfileInput, _ edit: StoreEdit) throws -> ExitStatus {
        let confirmation = Confirmation(edit, output)
        if confirmWithin != nil { try confirmation.checkSomebodyReverts() }
        let (difference, committed) = try commit(input, edit)
        var result = committed
        let report = ApplyReport(difference, of: input, in: edit)
        try edit.wait(for: &result)
        try tell(report, json(report, result), edit.context)
        guard let confirmWithin, result.isChanged else { return .success }
        return try confirmation.await(.seconds(confirmWithin))
    }

    private func commit(
        _ input: ProfileInput, _ edit: StoreEdit
    ) throws -> (PreferencesDifference, EditResult) {
        var difference: PreferencesDifference?
        let patience = confirmWithin.map { Duration.seconds($0) }
        let result = try edit.commit(confirmingWithin: patience, originals: input.originals(of:)) {
            difference = try plan.carryOut(input, on: &$0, output, in: edit.context)
        }
        return (difference ?? .none, result)
    }

    private func json(_ report: ApplyReport, _ result: EditResult) -> JSONObject {
        var object = report.json(generation: result.generation)
        object["service"] = .string(result.service.rawValue)
        object["awaitsConfirmation"] = .bool(result.isChanged && confirmWithin != nil)
        return object
    }

    private func tell(
        _ report: ApplyReport, _ document: JSONObject, _ context: CommandContext
    ) throws {
        if output.isJSON {
            var document = document
            document["dryRun"] = .bool(isDryRun)
            return try context.console.print(.object(document))
        }
        report.noteShadows()
        let text = DifferenceText(
            difference: report.difference, style: context.console.style,
            showsSecrets: plan.showsSecrets)
        for line in text.lines { try context.console.print(line) }
        try context.console.print(report.difference.summary(isDone: !isDryRun))
    }
}

extension Conversion<Int> {
    /// Whole seconds for people to decide in: up to a day.
    fileprivate static var patience: Conversion {
        .text("SECONDS") { text throws(ValueError) in
            guard let seconds = Int(text), (1...86_400).contains(seconds) else {
                throw ValueError("it is not a number of seconds from 1 to 86400")
            }
            return seconds
        }
    }
}
