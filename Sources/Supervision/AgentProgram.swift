/// What an agent runs, and as whom.
package struct AgentProgram: Hashable, Sendable {
    /// The absolute path of the program, then its arguments.
    package let command: [String]
    /// The name of the user it runs as. Needed in system scope; nil means the service's own.
    package let user: String?
    /// What the agent's state folder is called, in that of the service; nil for none. Of letters,
    /// digits, `.`, `-` and `_`.
    package let stateFolder: String?

    /// A program that is known.
    package init(command: [String], user: String?, stateFolder: String? = nil) {
        self.command = command
        self.user = user
        self.stateFolder = stateFolder
    }
}
