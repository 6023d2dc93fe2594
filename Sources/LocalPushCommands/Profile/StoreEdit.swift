import CommandConsole
import CommandLineKit
import LinuxSystem
import LocalPushModel
import PreferencesStore
import StrictJSON

/// One change to the profiles of a scope, from the lock to the service that has taken it up.
struct StoreEdit {
    let context: CommandContext
    let store: PreferencesStore
    /// The options that chose the store, for command lines in advice.
    let words: String

    init(_ options: StoreOptions, in context: CommandContext) throws(StoreError) {
        self.context = context
        words = options.words
        store = try context.store(options)
    }

    var scope: Scope { store.locations.scope }

    /// Changes the stored profiles as one transaction, then waits for the service.
    ///
    /// - Parameter change: Makes the change; whatever it throws, nothing is changed.
    func run(
        wait: ServiceWait = .inForce, _ change: (inout Preferences) throws -> Void
    ) throws -> EditResult {
        var result = try commit(change)
        try self.wait(wait, for: &result)
        return result
    }

    /// The transaction alone.
    ///
    /// - Parameters:
    ///   - patience: After which it is taken back unless it is confirmed; nil for a change that stays.
    ///   - originals: The signed files to keep with it, by the digests of their contents.
    func commit(
        confirmingWithin patience: Duration? = nil,
        originals: (Preferences) -> [String: [UInt8]] = { _ in [:] },
        _ change: (inout Preferences) throws -> Void
    ) throws -> EditResult {
        var transaction = try store.begin()
        try change(&transaction.preferences)
        transaction.originals = originals(transaction.preferences)
        let outcome = try transaction.commit(confirmingWithin: patience)
        var result = EditResult(generation: outcome.generation, scope: scope)
        if case .saved(_, let copyFailure) = outcome {
            result.isChanged = true
            if let copyFailure {
                context.console.note(
                    "the copy of the last good store is out of date: "
                        + SafeText.escaped(copyFailure.description))
            }
        }
        return result
    }

    /// Waits for the service to take up what was committed.
    func wait(_ wait: ServiceWait = .inForce, for result: inout EditResult) throws {
        result.service = try wait.perform(
            generation: result.generation, store: store, hasChanged: result.isChanged, in: context)
    }

    /// The stored profile of that name. Throws a ``Failure`` when there is none; where a managed one has
    /// the name, that is named, since it is changed by changing its file.
    func existing(_ name: ProfileName, in preferences: Preferences) throws(Failure) -> Profile {
        if let profile = preferences[name] { return profile }
        try refuseManaged(name)
        throw .noProfile(name, in: [scope], among: preferences.profiles.map(\.name))
    }

    /// Throws ``StoreError/unsigned`` where this device takes signed profiles only: what a person writes
    /// here, nobody has signed. To switch on or off, rename and remove what is there is allowed.
    func refuseUnsigned() throws {
        if try DeviceTrust(in: context).requiresSignature { throw StoreError.unsigned }
    }

    /// Throws a ``Failure`` that names the file when a managed profile is called `name`.
    func refuseManaged(_ name: ProfileName) throws(Failure) {
        if let file = managedFile(name) {
            throw .managed(name, file: file, override: store.overridingFile(of: name) ?? file)
        }
    }

    /// Tells people when the stored profile `name` has no effect.
    func noteShadow(_ name: ProfileName) {
        guard let file = managedFile(name) else { return }
        context.console.note(
            "\(name) has no effect as long as a managed profile has its name: "
                + SafeText.escaped(file))
    }

    private func managedFile(_ name: ProfileName) -> String? {
        store.managedProfiles().profiles.first { $0.profile.name == name }?.file
    }
}

extension Failure {
    /// A managed profile cannot be changed by commands.
    ///
    /// - Parameter override: Where a file has to be to go before `file`; `file` itself when it does.
    static func managed(_ name: ProfileName, file: String, override: String) -> Failure {
        let (path, place) = (SafeText.escaped(file), SafeText.escaped(override))
        let advice =
            file.hasSameBytes(as: override)
            ? ["Change that file, remove it, or mask those below it: ln -sf /dev/null \(place)"]
            : [
                "Override it with a changed copy, as one with \"isEnabled\": false: "
                    + "cp \(path) \(place)",
                "Or mask it: ln -s /dev/null \(place)",
            ]
        return Failure(
            .conflict, "the profile \(name) is managed: it is read from \(path)", advice: advice)
    }
}
