import LocalPushModel
import MessageLines
import ProviderCatalog
import Reconciliation
import Supervision

extension AgentProgram {
    init(_ manifest: ProviderManifest) {
        self.init(
            command: manifest.executable ?? [], user: manifest.user,
            stateFolder: manifest.bundleIdentifier.text)
    }

    /// Nil for a provider whose agents are not made ready ahead: what a simple one is started with is
    /// known only when its network is joined, and a unit is systemd's business.
    init?(_ provider: InstalledProvider) {
        guard provider.isUsable, let manifest = provider.manifest,
            manifest.kind.understandsMessages
        else { return nil }
        self.init(manifest)
    }
}

extension MessageToAgent.Network {
    init(_ network: AgentNetwork) {
        self.init(
            ssid: network.ssid, interface: network.interface, isProtected: network.isProtected)
    }
}

extension ProviderManifest.Kind {
    /// Whether an agent of this kind speaks the session protocol.
    var understandsMessages: Bool {
        guard case .session = self else { return false }
        return true
    }
}
