import LocalPushModel
import MessageLines
import StrictJSON
import SystemdSupport

/// What can be asked of the manager.
extension BusFront {
    /// The longest profile that is taken, in bytes: as long as a managed file may be.
    private static let longestProfile = 1 << 20

    /// The interface of the one object that stands for the service.
    var manager: BusInterface {
        let generation = BusInterface.Parameter("generation", "t")
        return BusInterface(
            BusManager.interface,
            methods: [
                .init("Status", results: [.init("document", "s")]) { [weak self] call in
                    guard let self else { return }
                    call.reply(.json(.object(service.status().json)))
                },
                .init(
                    "GetProfile", arguments: [.init("name", "s")], results: [.init("path", "o")]
                ) { [weak self] in self?.find($0) },
                .init("ListProfiles", results: [.init("document", "s")]) { [weak self] in
                    self?.list($0)
                },
                .init("Sync", results: [generation]) { [weak self] in self?.sync($0) },
                .init(
                    "SaveProfile", arguments: [.init("profile", "s")], results: [generation]
                ) { [weak self] in self?.save($0) },
                .init(
                    "RemoveProfile", arguments: [.init("name", "s")], results: [generation]
                ) { [weak self] in self?.remove($0) },
            ],
            properties: BusManager.properties.map { property in
                .init(property) { [weak self] _ in self?.report }
            },
            signals: BusManager.signals)
    }

    private func find(_ call: BusCall) {
        guard let name = call.arguments.first?.text,
            let path = BusPath.encode(name, below: Self.profilesPath), profiles[path] != nil
        else {
            return call.fail(
                BusError(.init(exitStatus: 4, message: "there is no profile of that name")))
        }
        call.reply(.objectPath(path))
    }

    /// Whoever may not change things sees all but the configurations.
    private func list(_ call: BusCall) {
        authorizer.decide(on: call.message, mayAsk: false) { [weak self] error in
            guard let self else { return }
            call.reply(.json(service.listing(withConfigurations: error == nil)))
        }
    }

    private func sync(_ call: BusCall) {
        authorized(call) { service in
            service.lookAtEverything()
            call.asker(givesGeneration: true).answer(.done(generation: service.generation ?? 0))
        }
    }

    private func save(_ call: BusCall) {
        let text = call.arguments.first?.text ?? ""
        guard text.utf8.count <= Self.longestProfile else {
            return call.fail(
                BusError(BusError.limitsExceeded, "a profile has at most 1 MiB"))
        }
        do {
            let profile = try Profile(JSONDocument(parsing: Array(text.utf8)).root)
            authorized(call) { $0.save(profile, for: call.asker(givesGeneration: true)) }
        } catch let error as DocumentError {
            call.fail(BusError(.init(exitStatus: 10, message: error.description)))
        } catch {
            call.fail(BusError(.init(exitStatus: 10, message: "\(error)")))
        }
    }

    private func remove(_ call: BusCall) {
        do {
            let name = try ProfileName(call.arguments.first?.text ?? "")
            authorized(call) { $0.remove(name, for: call.asker(givesGeneration: true)) }
        } catch {
            call.fail(BusError(BusError.invalidArguments, error.problem))
        }
    }
}
