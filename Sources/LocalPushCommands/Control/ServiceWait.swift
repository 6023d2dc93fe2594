import CommandConsole
import CommandLineKit
import LinuxSystem
import LocalPushModel
import MessageLines
import PreferencesStore

/// How long a command that changed a store stays.
enum ServiceWait {
    /// Until the service reports that the change is in force.
    case inForce
    /// Until, beyond that, no process of the profile's agent is left.
    case gone(ProfileName)
    /// Not at all.
    case none

    /// How it ended. The raw values are the words of `service` in JSON.
    enum Outcome: String {
        /// The change is in force.
        case inForce
        /// No service runs: the change takes effect when one is started.
        case notRunning
        /// The service keeps to another store, or nobody waited.
        case notAsked
    }

    /// How long it takes at most: the ten seconds after which the service itself gives up and says why,
    /// and one for saying so.
    static let patience = Duration.seconds(11)

    /// Waits for the service of the store's scope. Where none runs, `hasChanged` decides whether that is
    /// told on standard error. Throws when the time runs out or the service does not answer; the
    /// change itself is saved by then.
    func perform(
        generation: Int, store: PreferencesStore, hasChanged: Bool, in context: CommandContext
    ) throws -> Outcome {
        let name: ProfileName?
        switch self {
        case .none: return .notAsked
        case .inForce: name = nil
        case .gone(let profile): name = profile
        }
        do throws(ControlError) {
            return try askToWait(name, generation, store, hasChanged: hasChanged, in: context)
        } catch {
            throw Self.failure(error, name: name, hasChanged: hasChanged)
        }
    }

    private func askToWait(
        _ name: ProfileName?, _ generation: Int, _ store: PreferencesStore, hasChanged: Bool,
        in context: CommandContext
    ) throws(ControlError) -> Outcome {
        let scope = store.locations.scope
        guard let client = try ControlClient.connect(to: scope, in: context) else {
            if hasChanged { context.console.note(Self.notRunning(scope)) }
            return .notRunning
        }
        let deadline = context.outside.now() + Self.patience
        let served = try client.status(until: deadline).service.store
        guard Self.isSame(served, store.locations.preferences) else {
            if hasChanged { context.console.note(Self.keepsElsewhere(scope, served)) }
            return .notAsked
        }
        try client.await(generation: generation, gone: name, until: deadline)
        return .inForce
    }

    /// Whether the service of the store's scope runs and keeps to this store.
    static func isServed(_ store: PreferencesStore, in context: CommandContext) throws -> Bool {
        guard let client = try ControlClient.connect(to: store.locations.scope, in: context) else {
            return false
        }
        let status = try client.status(until: context.outside.now() + patience)
        return isSame(status.service.store, store.locations.preferences)
    }

    private static func notRunning(_ scope: Scope) -> String {
        "the \(scope.rawValue) service is not running: this takes effect when it starts"
    }

    /// What people are told when the service of a scope keeps to another store than they named.
    static func keepsElsewhere(_ scope: Scope, _ file: String?) -> String {
        "the \(scope.rawValue) service keeps to another store: "
            + SafeText.escaped(file ?? "one that it does not name")
    }

    /// Whether two paths lead to one file.
    static func isSame(_ one: String?, _ other: String) -> Bool {
        guard let one else { return false }
        if one.utf8.elementsEqual(other.utf8) { return true }
        guard let first = try? FileStatus(of: one), let second = try? FileStatus(of: other) else {
            return false
        }
        return first.identity == second.identity
    }

    /// What to tell, above all that the change itself is not lost.
    private static func failure(
        _ error: ControlError, name: ProfileName?, hasChanged: Bool
    ) -> Failure {
        let told = Failure(describing: error)
        let late = name.map { "the agent of \($0) is not gone yet" } ?? "it is not in force yet"
        let message = error == .timedOut ? late : told.message
        return Failure(
            told.status, (hasChanged ? "saved, but " : "") + message,
            advice: ["See what the service does: localpush status"])
    }
}
