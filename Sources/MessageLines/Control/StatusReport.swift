package import LocalPushModel

/// What `status` says: the service, the networks, the profiles and their agents.
package struct StatusReport: Hashable, Sendable {
    /// One service, running or not.
    package struct Service: Hashable, Sendable {
        package var scope: Scope
        package var isRunning: Bool
        /// The generation of the store that is in force; nil while none is.
        package var generation: Int?
        /// The service's process; nil when it does not run.
        package var pid: Int?
        /// When it was started: ISO 8601, UTC.
        package var since: String?
        package var version: String?
        /// The path of the store that it keeps to.
        package var store: String?
        /// What keeps it from doing its work, in words; empty when nothing does.
        package var problems: [String]
        /// When the change to the store is taken back that nobody has confirmed yet: ISO 8601, UTC; nil
        /// while none awaits it.
        package var awaitsConfirmationUntil: String?

        package init(
            scope: Scope, isRunning: Bool, generation: Int? = nil, pid: Int? = nil,
            since: String? = nil, version: String? = nil, store: String? = nil,
            problems: [String] = [], awaitsConfirmationUntil: String? = nil
        ) {
            self.scope = scope
            self.isRunning = isRunning
            self.generation = generation
            self.pid = pid
            self.since = since
            self.version = version
            self.store = store
            self.problems = problems
            self.awaitsConfirmationUntil = awaitsConfirmationUntil
        }
    }

    /// One profile, with what became of it.
    package struct Profile: Hashable, Sendable {
        package var name: String
        package var scope: Scope
        /// `stored` or `managed`.
        package var origin: String
        /// The path of the managed file; nil for a stored profile.
        package var file: String?
        package var isEnabled: Bool
        package var state: ProfileState
        /// Why it is in this state, in words.
        package var reason: String
        package var matchedSSID: SSID?
        /// The provider's bundle identifier; nil for a file that cannot be read.
        package var provider: String?
        package var agent: Agent?

        /// Whether the profile is in use.
        package var isActive: Bool { state == .active }

        package init(
            name: String, scope: Scope, origin: String, file: String? = nil, isEnabled: Bool,
            state: ProfileState, reason: String, matchedSSID: SSID? = nil, provider: String? = nil,
            agent: Agent? = nil
        ) {
            self.name = name
            self.scope = scope
            self.origin = origin
            self.file = file
            self.isEnabled = isEnabled
            self.state = state
            self.reason = reason
            self.matchedSSID = matchedSSID
            self.provider = provider
            self.agent = agent
        }
    }

    /// A running agent.
    package struct Agent: Hashable, Sendable {
        /// Its process; nil until it is known.
        package var pid: Int?
        /// When it confirmed its start: ISO 8601, UTC; nil before that.
        package var since: String?
        /// How often it was started again after a failure since its network was joined.
        package var restarts: Int
        /// What it said last of how it is doing.
        package var status: AgentStatus?

        package init(
            pid: Int? = nil, since: String? = nil, restarts: Int = 0, status: AgentStatus? = nil
        ) {
            self.pid = pid
            self.since = since
            self.restarts = restarts
            self.status = status
        }
    }

    package var service: Service
    /// Every Wi-Fi interface, by index.
    package var networks: [NetworkObservation]
    package var profiles: [Profile]

    package init(service: Service, networks: [NetworkObservation] = [], profiles: [Profile] = []) {
        self.service = service
        self.networks = networks
        self.profiles = profiles
    }
}
