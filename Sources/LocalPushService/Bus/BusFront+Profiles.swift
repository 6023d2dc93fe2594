import LocalPushModel
import MessageLines
import SystemdSupport

/// What can be asked of a profile.
extension BusFront {
    /// The interface of the objects that stand for profiles.
    var profile: BusInterface {
        let generation = BusInterface.Parameter("generation", "t")
        return BusInterface(
            BusProfile.interface,
            methods: [
                .init("Enable", results: [generation]) { [weak self] in
                    self?.change($0) { $0.setEnabled(true, $1, for: $2) }
                },
                .init("Disable", results: [generation]) { [weak self] in
                    self?.change($0) { $0.setEnabled(false, $1, for: $2) }
                },
                .init("Start") { [weak self] in self?.control(.start, $0) },
                .init("Stop") { [weak self] in self?.control(.stop, $0) },
                .init("Restart") { [weak self] in self?.control(.restart, $0) },
            ],
            properties: BusProfile.properties.map { property in
                .init(property) { [weak self] path in self?.profiles[path] }
            })
    }

    private func change(
        _ call: BusCall, givesGeneration: Bool = true,
        _ change: @escaping (Service, ProfileName, Asker) -> Void
    ) {
        let text = profiles[call.message.path]?.name ?? ""
        guard let name = try? ProfileName(text) else {
            let message = "\(SafeText.quoted(text)) is no profile that can be changed"
            return call.fail(BusError(.init(exitStatus: 4, message: message)))
        }
        authorized(call) { change($0, name, call.asker(givesGeneration: givesGeneration)) }
    }

    private func control(_ verb: AgentRequest, _ call: BusCall) {
        change(call, givesGeneration: false) { $0.control(verb, $1, for: $2) }
    }
}
