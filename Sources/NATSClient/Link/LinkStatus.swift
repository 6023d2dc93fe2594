/// How a ``Link`` is doing, as an agent tells it.
package struct LinkStatus: Hashable, Sendable {
    /// The state in a word.
    package enum State: String, Sendable {
        /// Not asked for.
        case stopped
        /// An attempt is on its way.
        case connecting
        /// The server answers.
        case connected
        /// Something is missing that may come by itself. A normal state.
        case waiting
        /// The server is not the right one, or does not want this user.
        case rejected
        /// Another agent has taken this identity.
        case superseded
    }

    /// The state.
    package let state: State
    /// What is waited for, or why; for people. nil where the state says it all.
    package let detail: String?

    /// A state and what there is to say about it.
    package init(_ state: State, _ detail: String? = nil) {
        self.state = state
        self.detail = detail
    }
}
