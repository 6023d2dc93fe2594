import LinuxSystem
import LocalPushModel
import MessageLines
import PreferencesStore
import Reconciliation

/// Changes of profiles that the service is asked for. Each is answered when the new generation is in
/// force.
extension Service {
    /// Saves a profile, in place of the stored one of its name.
    func save(_ profile: Profile, for asker: Asker) {
        change(for: asker) { preferences in preferences.save(profile) }
    }

    /// Removes a stored profile; the answer comes when its agent is gone.
    func remove(_ name: ProfileName, for asker: Asker) {
        change(awaitingEndOf: name, for: asker) {
            [weak self] preferences throws(ControlReply.Refusal) in
            guard preferences.remove(name) else { throw Self.notStored(name, self) }
        }
    }

    /// Switches a stored profile on, or off; off, the answer comes when its agent is gone.
    func setEnabled(_ isEnabled: Bool, _ name: ProfileName, for asker: Asker) {
        change(awaitingEndOf: isEnabled ? nil : name, for: asker) {
            [weak self] preferences throws(ControlReply.Refusal) in
            guard var profile = preferences[name] else { throw Self.notStored(name, self) }
            profile.isEnabled = isEnabled
            preferences.save(profile)
        }
    }

    private func change(
        awaitingEndOf name: ProfileName? = nil, for asker: Asker,
        _ edit: @escaping StoreEditor.Edit
    ) {
        storeEditor?.perform(edit) { [weak self] result in
            switch result {
            case .success(let generation):
                guard let self else { return }
                self.lookAtProfiles()
                self.awaitGeneration(
                    generation, name.flatMap { self.isManaged($0) ? nil : $0 }, for: asker)
            case .failure(let refusal): asker.answer(.refused(refusal))
            }
        }
    }

    private func isManaged(_ name: ProfileName) -> Bool { report(name)?.file != nil }

    private static func notStored(_ name: ProfileName, _ service: Service?) -> ControlReply.Refusal
    {
        if let file = service?.report(name)?.file {
            let path = SafeText.escaped(file)
            return .init(
                exitStatus: 6, message: "the profile \(name) is managed: it is read from \(path)")
        }
        return .init(exitStatus: 4, message: "there is no profile \(name)")
    }
}
