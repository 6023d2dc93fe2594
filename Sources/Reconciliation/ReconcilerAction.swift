package import LocalPushModel
package import StrictJSON

/// What the reconciler wants done. Actions are carried out in order.
package enum ReconcilerAction: Hashable, Sendable {
    /// Launch the agent of the profile's provider, and have it start on this network.
    case launch(AgentInstance, Profile, AgentNetwork)
    /// Hand the running agent its changed configuration.
    case changeConfiguration(AgentInstance, revision: Int, JSONObject)
    /// Tell the running agent that its network, or the way to it, changed.
    case changeNetwork(AgentInstance, AgentNetwork)
    /// Tell the running agent that a minute has passed.
    case timer(AgentInstance)
    /// Tell the running agent that the device is about to sleep.
    case sleep(AgentInstance)
    /// Tell the running agent that the device has woken up.
    case wake(AgentInstance)
    /// Ask the agent to stop: by the stop message, or SIGTERM where it does not understand messages.
    case requestStop(AgentInstance, ProviderStopReason)
    /// Send the agent SIGTERM.
    case terminate(AgentInstance)
    /// Kill everything that the agent ever started.
    case kill(AgentInstance)
    /// Tell whoever watches.
    case record(Occurrence)
}

/// The network that an agent is told of.
package struct AgentNetwork: Hashable, Sendable {
    package let ssid: SSID
    /// The interface's name.
    package let interface: String
    /// The interface's index, which a rename keeps.
    package let interfaceIndex: UInt32
    /// The access point's address; a change of it alone is a roam.
    package let bssid: String?
    /// Whether the access point asks for encryption.
    package let isProtected: Bool
    /// How often the interface came back to this network: coming back is a change for an agent, whose
    /// connections may not have survived it.
    package let returns: Int

    package init(
        ssid: SSID, interface: String, interfaceIndex: UInt32, bssid: String? = nil,
        isProtected: Bool = false, returns: Int = 0
    ) {
        self.ssid = ssid
        self.interface = interface
        self.interfaceIndex = interfaceIndex
        self.bssid = bssid
        self.isProtected = isProtected
        self.returns = returns
    }
}

/// Something worth telling that no state shows afterwards.
package enum Occurrence: Hashable, Sendable {
    /// An interface came back to its network, or went on to another access point of it.
    case roamed(interface: String, ssid: SSID, from: String?, to: String?)
    /// An agent ended, or failed to start, without being asked to; it is started again after the pause.
    case agentFailed(ProfileName, problem: String, pause: Duration)
}
