/// Decides whether output goes through a pager, and which.
package enum PagerChoice {
    /// The shell command of the pager for `lineCount` lines of output; nil to print them as they are:
    /// not on a terminal, on a screen that holds them, or where no pager is wanted.
    ///
    /// `LOCALPUSH_PAGER` is preferred to `PAGER`; empty or `cat` means none; without either it is `less`.
    package static func command(
        lineCount: Int, screenHeight: Int, isTerminal: Bool, environment: (String) -> String?
    ) -> String? {
        guard isTerminal, lineCount >= screenHeight, environment("TERM") != "dumb" else {
            return nil
        }
        let wanted = environment("LOCALPUSH_PAGER") ?? environment("PAGER") ?? "less"
        return wanted.isEmpty || wanted == "cat" ? nil : wanted
    }
}
