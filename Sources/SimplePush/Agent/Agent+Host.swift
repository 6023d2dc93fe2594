package import StrictJSON

extension Agent {
    /// What the agent asks of whoever runs it.
    package struct Host {
        /// Reports a call; the completion is told whether the app has taken it.
        package var report: (_ userInfo: JSONObject, _ id: String, @escaping (Bool) -> Void) -> Void
        /// Tells how the agent is doing.
        package var status: (AgentReport) -> Void

        /// A host that does these.
        package init(
            report: @escaping (JSONObject, String, @escaping (Bool) -> Void) -> Void,
            status: @escaping (AgentReport) -> Void
        ) {
            self.report = report
            self.status = status
        }
    }

    /// How the agent is doing.
    package struct AgentReport: Hashable {
        /// A word: "connected".
        package let state: String
        /// A sentence for people; nil where there is no more to say.
        package let detail: String?
        /// How many messages were shown, or handed to the app, since it started.
        package let delivered: Int
    }
}
