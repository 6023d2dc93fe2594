import LocalPushModel
import Reconciliation
import StrictJSON
import Testing

/// A reconciler under a clock that a test turns, with one device's profiles and networks.
struct ReconcilerStage {
    private(set) var reconciler = Reconciler(seed: 1)
    private(set) var now = Duration.seconds(100)
    private(set) var actions: [ReconcilerAction] = []

    init() throws {
        handle(.providers([try Self.provider: .usable(understandsMessages: true, fingerprint: "")]))
    }

    static var provider: BundleIdentifier { get throws { try BundleIdentifier("com.example.P") } }

    static func profile(
        _ name: String = "p", ssids: [String] = ["Ship"], provider: String = "com.example.P",
        port: Int = 1, isEnabled: Bool = true
    ) throws -> Profile {
        Profile(
            name: try ProfileName(name), matchSSIDs: ssids.compactMap { SSID(text: $0) },
            providerBundleIdentifier: try BundleIdentifier(provider),
            providerConfiguration: ["port": .number(JSONNumber(port))], isEnabled: isEnabled)
    }

    static func on(
        _ ssid: String?, index: UInt32 = 3, bssid: String = "02:00:00:00:00:00",
        state: NetworkState = .joined
    ) -> NetworkObservation {
        NetworkObservation(
            interface: "wlan\(index - 3)", interfaceIndex: index,
            state: ssid == nil && state == .joined ? .disconnected : state,
            ssid: ssid.flatMap { SSID(text: $0) }, bssid: ssid == nil ? nil : bssid)
    }

    /// Takes in an event; ``actions`` are then what it led to.
    mutating func handle(_ event: ReconcilerEvent) {
        actions = reconciler.handle(event, at: now)
    }

    mutating func save(_ profiles: Profile..., managed: [Profile] = []) {
        handle(
            .profiles(
                ProfileSet(
                    stored: profiles, managed: managed.map { ($0, "/etc/\($0.name).json") })))
    }

    mutating func look(_ networks: NetworkObservation...) { handle(.networks(networks)) }

    /// Lets time pass, with nothing else happening; ``actions`` are then all that it led to.
    mutating func pass(_ duration: Duration) {
        let end = now + duration
        var all: [ReconcilerAction] = []
        while let deadline = reconciler.nextDeadline, deadline <= end {
            now = max(now, deadline)
            all += reconciler.handle(.time, at: now)
        }
        now = end
        actions = all
    }

    /// The run launched by the latest actions.
    var launched: AgentInstance? {
        actions.lazy.compactMap { action in
            guard case .launch(let instance, _, _) = action else { return nil }
            return instance
        }.first
    }

    /// The reason of the stop asked for by the latest actions.
    var stopReason: ProviderStopReason? {
        actions.lazy.compactMap { action in
            guard case .requestStop(_, let reason) = action else { return nil }
            return reason
        }.first
    }

    func state(_ name: String = "p") -> ProfileState? {
        reconciler.profileReports().first { $0.name == name }?.state
    }

    /// Saves the profile, joins its network and confirms the start.
    mutating func running(_ profile: Profile? = nil) throws -> AgentInstance {
        save(try profile ?? Self.profile())
        look(Self.on("Ship"))
        let instance = try #require(launched)
        handle(.agent(instance, .started))
        return instance
    }
}
