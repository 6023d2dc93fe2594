import CommandConsole
import LocalPushModel
import StrictJSON

/// What came of a change.
struct EditResult {
    var isChanged = false
    let generation: Int
    let scope: Scope
    var service = ServiceWait.Outcome.notAsked

    init(generation: Int, scope: Scope) {
        self.generation = generation
        self.scope = scope
    }

    /// Tells people `text` or, when nothing was changed, that all was so before; programs get a
    /// document.
    func report(
        _ text: String, profile: Profile?, _ output: OutputOptions, in context: CommandContext
    ) throws {
        guard output.isJSON else {
            return try context.console.print(isChanged ? text : "nothing to do")
        }
        try context.console.print([
            "changed": .bool(isChanged), "generation": .number(JSONNumber(generation)),
            "scope": .string(scope.rawValue), "service": .string(service.rawValue),
            "profile": profile?.json ?? .null,
        ])
    }
}
