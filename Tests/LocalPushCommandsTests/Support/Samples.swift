import CommandLineKit
import LocalPushModel
import MessageLines
import StrictJSON

let simplePush = "com.myexample.SimplePush.Provider"

func ssid(_ text: String) throws -> SSID {
    guard let ssid = SSID(text: text) else { throw InvalidValue("not an SSID") }
    return ssid
}

/// A managed profile's file.
func profileText(_ name: String, ssid: String = "Deck 3") -> String {
    """
    {"name": "\(name)", "matchSSIDs": ["\(ssid)"], "providerBundleIdentifier": "\(simplePush)"}
    """
}

extension TestWorld {
    /// Adds a profile of the user scope.
    @discardableResult
    func add(_ name: String, _ more: String..., ssid: String = "Deck 3") -> Outcome {
        let words = ["profile", "add", name, "--ssid", ssid, "--provider", simplePush] + more
        return run(words.map { .init($0) })
    }

    /// A running service of `scope` that keeps to the scope's store.
    func report(
        _ scope: Scope = .user, profiles: [StatusReport.Profile] = [],
        networks: [NetworkObservation] = []
    ) -> StatusReport {
        StatusReport(
            service: .init(
                scope: scope, isRunning: true, generation: 1, pid: 42,
                since: "2026-11-30T00:00:00.000Z", version: "0.1.0", store: storePath(scope)),
            networks: networks, profiles: profiles)
    }
}

extension StatusReport.Profile {
    static func sample(
        _ name: String, _ state: ProfileState, _ reason: String = "because",
        agent: StatusReport.Agent? = nil
    ) -> StatusReport.Profile {
        StatusReport.Profile(
            name: name, scope: .user, origin: "stored", isEnabled: true, state: state,
            reason: reason, provider: simplePush, agent: agent)
    }
}
