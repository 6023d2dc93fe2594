package import LocalPushModel
package import StrictJSON
package import SystemdSupport

/// Hands the calls that agents report to the apps that they are for, over the bus, which starts an app
/// that does not run.
///
/// An app gets each call at most once that it answers: what an agent reports again, as one that was
/// started afresh does, is known by the provider and the identifier. Whatever agents report, the
/// number of calls under way and remembered is bounded.
package final class CallDelivery {
    /// A call to be handed over.
    package struct Call {
        /// Whose agent reports it.
        package var provider: BundleIdentifier
        /// The app it is for, which is also the app's name on the bus; nil where the provider's manifest
        /// names none.
        package var app: BundleIdentifier?
        package var profile: ProfileName
        /// Names the call among all that the provider ever reports.
        package var id: String
        /// What the app is told.
        package var userInfo: JSONObject

        package init(
            provider: BundleIdentifier, app: BundleIdentifier?, profile: ProfileName, id: String,
            userInfo: JSONObject
        ) {
            self.provider = provider
            self.app = app
            self.profile = profile
            self.id = id
            self.userInfo = userInfo
        }
    }

    /// Called once, with why the app does not have the call, in words that are safe to show; nil when it
    /// has.
    package typealias Answer = (_ problem: String?) -> Void

    /// What tells one call from another.
    private struct Key: Hashable {
        let provider: BundleIdentifier
        /// As bytes: two texts that look alike are two identifiers.
        let id: [UInt8]
    }

    /// How long an app may take, its start included.
    package static let patience = Duration.seconds(30)
    /// How many answers may be due at a time.
    package static let mostUnderWay = 32
    private static let mostRemembered = 1024

    /// The bus that apps are on; nil for none.
    package var bus: Bus?

    private let patience: Duration
    private var underWay: [Key: [Answer]] = [:]
    private var delivered: Set<Key> = []
    /// The same, the oldest first.
    private var order: [Key] = []

    /// - Parameter patience: How long an app may take.
    package init(patience: Duration = CallDelivery.patience) { self.patience = patience }

    /// Hands over a call; the answer comes now or from the loop.
    package func deliver(_ call: Call, answer: @escaping Answer) {
        let key = Key(provider: call.provider, id: Array(call.id.utf8))
        if delivered.contains(key) { return answer(nil) }
        guard underWay.values.reduce(0, { $0 + $1.count }) < Self.mostUnderWay else {
            return answer("too many calls are under way")
        }
        if underWay[key] != nil { return underWay[key, default: []].append(answer) }
        guard let app = call.app else { return answer("the provider names no containingApp") }
        guard let bus else { return answer("the service is on no bus") }
        underWay[key] = [answer]
        bus.tryAgain()
        bus.call(
            Self.target(app),
            [.string(call.profile.text), .string(call.id), .json(.object(call.userInfo))],
            patience: patience
        ) { [weak self] result in
            self?.finish(key, app: app, result)
        }
    }

    /// The method of an app that takes calls.
    private static func target(_ app: BundleIdentifier) -> Bus.Target {
        Bus.Target(
            app.text, app.objectPath, "org.localpush1.AppPushDelegate", "DidReceiveIncomingCall")
    }

    private func finish(
        _ key: Key, app: BundleIdentifier, _ result: Result<BusMessage, BusError>
    ) {
        var problem: String?
        switch result {
        case .success: remember(key)
        case .failure(let error):
            let words = error.message.isEmpty ? error.name : error.message
            problem = "\(app) did not take it: \(SafeText.escaped(words))"
        }
        underWay.removeValue(forKey: key)?.forEach { $0(problem) }
    }

    private func remember(_ key: Key) {
        delivered.insert(key)
        order.append(key)
        if order.count > Self.mostRemembered { delivered.remove(order.removeFirst()) }
    }
}
