package import LocalPushModel

/// What has become of one profile, and why.
package struct ProfileReport: Hashable, Sendable {
    /// What there is of the profile's agent.
    package struct Agent: Hashable, Sendable {
        package let instance: AgentInstance
        /// How often it was started again after a failure since its network was joined.
        package let restarts: Int
    }

    /// The profile's name; of an invalid file, the name its profile should have.
    package let name: String
    /// The profile with its origin; nil for an invalid file.
    package let installed: InstalledProfile?
    /// The path of the managed file that the profile comes from; nil for a stored one.
    package let file: String?
    package let state: ProfileState
    /// Why it is in this state, in words, SSIDs quoted.
    package let reason: String
    /// The SSID that it runs, or would run, on.
    package let matchedSSID: SSID?
    /// Its agent; nil when no process of it exists.
    package let agent: Agent?
}
