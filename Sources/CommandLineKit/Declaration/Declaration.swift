/// Everything there is to say about one command, from which parsing, help, the man page and
/// completion all follow.
package struct Declaration<Arguments> {
    /// One line without a full stop, in the imperative: "Print the SSID of the joined network".
    let summary: String
    /// Paragraphs of plain text.
    let discussion: [String]
    let operands: [Operand<Arguments>]
    let options: [Option<Arguments>]
    let examples: [Example]
    let exitStatuses: [ExitStatusSpec]
    let isHidden: Bool

    /// - Parameters:
    ///   - summary: One line without a full stop, in the imperative.
    ///   - discussion: Paragraphs of plain text.
    ///   - operands: The words after the command, in their order; only the last may repeat.
    ///   - options: The options in the order help lists them, those of one kind together.
    ///   - exitStatuses: The statuses worth naming; 0, 1 and 2 go without saying.
    ///   - isHidden: Whether help, the man page and completion leave the command out.
    package init(
        _ summary: String, discussion: [String] = [], operands: [Operand<Arguments>] = [],
        options: [Option<Arguments>]..., examples: [Example] = [],
        exitStatuses: [ExitStatusSpec] = [], isHidden: Bool = false
    ) {
        self.summary = summary
        self.discussion = discussion
        self.operands = operands
        self.options = options.flatMap(\.self)
        self.examples = examples
        self.exitStatuses = exitStatuses
        self.isHidden = isHidden
    }
}
