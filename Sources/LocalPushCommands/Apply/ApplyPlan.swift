import CommandConsole
import CommandLineKit
import LocalPushModel
import PreferencesStore
import StrictJSON

/// What `apply` and `diff` are about: the files, and what becomes of what they do not name.
struct ApplyPlan {
    var paths: [String] = []
    var isPruning = false
    var isPruningAll = false
    var showsSecrets = false

    static var operand: Operand<ApplyPlan> {
        .repeated(
            \.paths, .file("PATH"), "Files and folders of profiles; - is standard input.")
    }

    static func options<Command>(in path: WritableKeyPath<Command, ApplyPlan>) -> [Option<Command>]
    {
        let options: [Option<ApplyPlan>] = [
            .flag(
                "--prune", \.isPruning,
                "Remove the profiles that an earlier apply brought and the files no longer name."),
            .flag(
                "--all", \.isPruningAll,
                "With --prune: remove all that the files do not name, whoever made them."),
            .flag("--show-secrets", \.showsSecrets, "Hide no values."),
        ]
        return options.map { $0.within(path) }
    }

    static var whatFilesHold: String {
        """
        A file holds one profile, an array of profiles, as profile export prints it, or one profile on \
        each line; it may be signed. Of a folder all files whose names end in .json or .p7m are taken, \
        by name.
        """
    }

    func validate() throws(ValueError) {
        if isPruningAll, !isPruning { throw ValueError("--all says what --prune removes") }
        if paths.filter({ $0 == "-" }).count > 1 {
            throw ValueError("standard input can be read only once")
        }
    }

    var pruning: Preferences.Pruning {
        isPruning ? (isPruningAll ? .everything : .applied) : .nothing
    }

    /// What the plan makes of `preferences`, and how that differs. Throws a ``Failure`` when a profile is
    /// not taken.
    func carryOut(
        _ input: ProfileInput, on preferences: inout Preferences, _ output: OutputOptions,
        in context: CommandContext
    ) throws -> PreferencesDifference {
        let before = preferences
        preferences.apply(input.profiles, pruning: pruning, signers: input.signers)
        let difference = PreferencesDifference(from: before, to: preferences)
        if difference.isEmpty { return difference }
        let refusals = input.refusals(
            of: difference, over: before, try DeviceTrust(in: context).admission)
        try ProfileInput.check(refusals, of: input.fileCount, output, in: context)
        return difference
    }
}
