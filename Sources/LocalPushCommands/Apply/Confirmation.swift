import CommandConsole
import CommandLineKit
import LinuxSystem
import LocalPushModel
import PreferencesStore
import StrictJSON

/// What becomes of a change that is taken back unless somebody confirms it.
struct Confirmation {
    private let edit: StoreEdit
    private let output: OutputOptions

    init(_ edit: StoreEdit, _ output: OutputOptions) {
        self.edit = edit
        self.output = output
    }

    private var console: Console { edit.context.console }

    /// Whether somebody sits at a terminal and can be asked.
    private var canAsk: Bool { edit.context.outside.isInteractive() && !output.isJSON }

    /// Throws a ``Failure`` where nobody would take the change back: neither people at a terminal nor
    /// the service.
    func checkSomebodyReverts() throws {
        if try canAsk || ServiceWait.isServed(edit.store, in: edit.context) { return }
        let failure = Failure.noService(edit.scope)
        throw Failure(
            failure.status, "\(failure.message), so nobody would take the change back in time",
            advice: failure.advice)
    }

    /// Asks whether the change stays, and settles it. Where nobody can be asked, only tells how to
    /// confirm.
    func await(_ patience: Duration) throws -> ExitStatus {
        let words = "localpush apply --confirm\(edit.words)"
        guard canAsk else {
            console.note("taken back in \(patience.components.seconds) s unless you run: \(words)")
            return .success
        }
        let deadline = edit.context.outside.now() + patience
        console.ask(
            "Keep this? Enter keeps it; n, or no answer for "
                + "\(patience.components.seconds) seconds, takes it back:")
        let reply = try edit.context.outside.reply(deadline)
        if case .line(let line) = reply {
            if Questions.isYes(line) { return try confirm() }
        } else {
            console.endQuestion()
        }
        _ = try revert()
        throw Failure(.failure, "the change was not confirmed")
    }

    /// Makes the change stay.
    func confirm() throws -> ExitStatus {
        switch try edit.store.confirm() {
        case .confirmed(let generation):
            try report("confirmed", generation, service: .notAsked)
            return .success
        case .reverted(let generation):
            try wait(for: generation)
            throw Failure(.failure, "too late: the change was taken back")
        case .nothingPending:
            throw Failure(
                .failure, "no change awaits its confirmation",
                advice: ["It was taken back, if its time was over: localpush profile list"])
        }
    }

    /// Takes the change back now.
    func revert() throws -> ExitStatus {
        switch try edit.store.revert() {
        case .reverted(let generation), .confirmed(let generation):
            let service = try wait(for: generation)
            try report("taken back", generation, service: service)
        case .nothingPending:
            let generation = try edit.store.load().generation
            try report("nothing to do", generation, isChanged: false, service: .notAsked)
        }
        return .success
    }

    @discardableResult
    private func wait(for generation: Int) throws -> ServiceWait.Outcome {
        var result = EditResult(generation: generation, scope: edit.scope)
        result.isChanged = true
        try edit.wait(for: &result)
        return result.service
    }

    private func report(
        _ text: String, _ generation: Int, isChanged: Bool = true, service: ServiceWait.Outcome
    ) throws {
        guard output.isJSON else { return try console.print(text) }
        try console.print([
            "changed": .bool(isChanged), "generation": .number(JSONNumber(generation)),
            "scope": .string(edit.scope.rawValue), "service": .string(service.rawValue),
        ])
    }
}
