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
    /// The absolute path of the program, then its arguments.
    package let command: [String]
    /// The name of the user the agent runs as. Needed in system scope; nil means the service's own.
    package let user: String?
    /// What the agent's state folder is called, in that of the service; nil for none. Of the same
    /// characters as ``name``.
    package let stateFolder: String?
    /// How the agent is talked to.
    package let conversation: Conversation

    /// Describes a launch.
    package init(
        name: String, command: [String], user: String?, stateFolder: String? = nil,
        conversation: Conversation
    ) {
        self.name = name
        self.command = command
        self.user = user
        self.stateFolder = stateFolder
        self.conversation = conversation
    }
}

/// Why an agent could not be launched, in words.
package struct LaunchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, escaped for people.
    package let description: String

    init(_ description: String) { self.description = description }
}
