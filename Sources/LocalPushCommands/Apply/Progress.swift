import CommandConsole

/// Tells people how far a long piece of work is, on one line of their terminal; nothing is told to
/// anybody else, nor of work that is soon done.
struct Progress {
    private let context: CommandContext
    private let start: Duration
    private var next: Duration
    private var isShown = false

    /// Work that starts now.
    init(in context: CommandContext) {
        self.context = context
        start = context.outside.now()
        next = start + .milliseconds(500)
    }

    /// How far the work is.
    mutating func tell(_ text: @autoclosure () -> String) {
        let now = context.outside.now()
        guard now >= next else { return }
        next = now + .milliseconds(100)
        isShown = true
        context.console.showProgress(text())
    }

    /// The work is done: the line is cleared.
    func end() {
        if isShown { context.console.showProgress(nil) }
    }
}
