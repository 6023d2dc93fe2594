import CommandConsole
import CommandLineKit
import Glibc
import LinuxSystem
import LocalPushModel
import PreferencesStore
import StrictJSON

/// `profile edit`: changes a profile as text, in an editor.
struct ProfileEdit: Command {
    @Required var profile: ProfileName
    var file: String?
    var store = StoreOptions()
    var output = OutputOptions()

    static let name = "edit"
    static let summary = "Change a profile in an editor"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                """
                Opens the profile's JSON in VISUAL or EDITOR. What is saved there is checked and takes \
                the profile's place. If it is not valid, the profile stays as it is: at a terminal the \
                editor is opened again with what is wrong marked, otherwise the text is kept. It is also kept \
                when it was changed and the editor fails, or a signal ends it or this command.
                """
            ],
            operands: [.required(\._profile, .profileName(), "The profile to change.")],
            options: [
                .value(
                    "--file", \.file, .file(),
                    "Take the text from this file in place of an editor; - is standard input.")
            ],
            StoreOptions.options(in: \.store), OutputOptions.options(in: \.output),
            examples: [Example("localpush profile edit cruise-ship", "Change a profile")],
            exitStatuses: [
                .noSuchProfile, .denied, .conflict, .storeUnreadable, .invalidProfile,
            ])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let edit = try StoreEdit(store, in: context)
        try edit.refuseUnsigned()
        let old = try edit.existing(profile, in: try edit.store.load())
        let draft = try file ?? editor(context).write(Self.text(of: old), name: profile.text)
        let new: Profile
        var result: EditResult
        do {
            if file == nil { try editor(context).open(draft) }
            new = try revised(draft, in: context)
            result = try edit.commit { preferences in
                let now = try edit.existing(profile, in: preferences)
                guard now.isEquivalent(to: old) else { throw Self.changedMeanwhile(profile) }
                preferences.save(new)
            }
        } catch {
            throw file == nil ? leaving(draft, of: old, after: error) : error
        }
        if file == nil { try? FileSystem.remove(draft) }
        edit.noteShadow(profile)
        try edit.wait(for: &result)
        try result.report("changed \(profile)", profile: new, output, in: context)
        return .success
    }

    private static func text(of profile: Profile) -> String { profile.json.prettyText + "\n" }

    private func editor(_ context: CommandContext) -> EditorDraft {
        EditorDraft(
            environment: context.environment,
            screen: context.console.isTerminal ? STDOUT_FILENO : STDERR_FILENO,
            isInteractive: context.outside.isInteractive(), run: context.outside.run)
    }

    /// The profile that the text describes; somebody at a terminal may correct it until it does.
    private func revised(_ draft: String, in context: CommandContext) throws -> Profile {
        while true {
            let contents = ProfileFile(examining: try context.bytes(of: draft))
            guard let last = contents.faults.last else { return try only(contents.profiles) }
            for fault in contents.faults.dropLast() {
                context.console.note(Self.text(of: fault, in: draft))
            }
            let failure = Failure(.invalidProfile, Self.text(of: last, in: draft))
            guard file == nil, !output.isJSON, context.outside.isInteractive() else {
                throw failure
            }
            context.console.report(failure)
            let questions = Questions(context: context, undone: Self.unchanged)
            guard try questions.agree("Correct it?") else {
                throw Failure(.invalidProfile, Self.unchanged)
            }
            try editor(context).reopen(draft, marking: contents.faults)
        }
    }

    private static let unchanged = "the profile was not changed"

    private static func text(of fault: DocumentError, in draft: String) -> String {
        fault.inFile(ProfileFile.title(draft)).description
    }

    private func only(_ profiles: [Profile]) throws(Failure) -> Profile {
        guard profiles.count == 1, profiles[0].name == profile else {
            throw Failure(
                .invalidProfile, "the text is not the profile \(profile) any more",
                advice: ["Rename it with: localpush profile rename \(profile) NEW-NAME"])
        }
        return profiles[0]
    }

    /// The failure, with where the text is, if somebody took pains to change it; otherwise it goes.
    private func leaving(_ draft: String, of old: Profile, after error: any Error) -> Failure {
        let failure = Failure(describing: error)
        let text = try? FileSystem.read(draft, limit: ProfileFile.sizeLimit)
        guard let text, !text.elementsEqual(Self.text(of: old).utf8) else {
            try? FileSystem.remove(draft)
            return failure
        }
        let path = SafeText.escaped(draft)
        return Failure(
            failure.status, failure.message,
            advice: failure.advice + [
                "The text is kept: correct it, then run "
                    + "localpush profile edit \(profile)\(store.words) --file \(path)"
            ])
    }

    private static func changedMeanwhile(_ name: ProfileName) -> Failure {
        Failure(.conflict, "the profile \(name) was changed by somebody else meanwhile")
    }
}
