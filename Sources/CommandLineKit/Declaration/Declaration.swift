/// Everything there is to say about one command, from which parsing, help, the man page and
/// completion all follow.
package struct Declaration<Arguments> {
    /// Paragraphs of plain text.
    let discussion: [String]
    let operands: [Operand<Arguments>]
    let options: [Option<Arguments>]
    let examples: [Example]
    let exitStatuses: [ExitStatusSpec]

    /// - Parameters:
    ///   - discussion: Paragraphs of plain text.
    ///   - operands: The words after the command, in their order; only the last may repeat.
    ///   - options: The options in the order help lists them, those of one kind together.
    ///   - exitStatuses: The statuses worth naming; 0, 1 and 2 go without saying.
    package init(
        discussion: [String] = [], operands: [Operand<Arguments>] = [],
        options: [Option<Arguments>]..., examples: [Example] = [],
        exitStatuses: [ExitStatusSpec] = []
    ) {
        self.discussion = discussion
        self.operands = operands
        self.options = options.flatMap(\.self)
        self.examples = examples
        self.exitStatuses = exitStatuses
    }
}
