package import LocalPushModel
package import MessageLines
package import StrictJSON

/// What it takes to launch an agent.
package struct AgentLaunch: Sendable {
    /// How the agent is talked to.
    package enum Conversation: Sendable {
        /// In messages: it is told this `start` message first.
        case session(MessageToAgent)
        /// Not at all: its network and configuration are in its environment.
        case simple(SSID, configuration: JSONObject)
    }

    /// Names the agent's cgroup and files; no other agent of the service may have it at present. Of
    /// letters, digits, `.`, `-` and `_`.
    package let name: String
    /// What is run, and as whom.
    package let program: AgentProgram
    /// How the agent is talked to.
    package let conversation: Conversation

    /// Describes a launch.
    package init(name: String, program: AgentProgram, conversation: Conversation) {
        self.name = name
        self.program = program
        self.conversation = conversation
    }

    /// Describes a launch.
    package init(
        name: String, command: [String], user: String?, stateFolder: String? = nil,
        conversation: Conversation
    ) {
        self.name = name
        program = AgentProgram(command: command, user: user, stateFolder: stateFolder)
        self.conversation = conversation
    }
}

/// Why an agent could not be launched, in words.
package struct LaunchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, escaped for people.
    package let description: String

    init(_ description: String) { self.description = description }
}
