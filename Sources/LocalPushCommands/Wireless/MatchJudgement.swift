import LocalPushModel
import ProviderCatalog
import Reconciliation
import StrictJSON

/// What would become of one profile.
struct MatchJudgement {
    let name: String
    let scope: Scope
    let origin: String
    let matchedSSID: SSID?
    let wouldRun: Bool
    let reason: String

    init(_ verdict: ProfileMatcher.Verdict, scope: Scope, catalog: ProviderCatalog) {
        let profile = verdict.installed.profile
        name = profile.name.text
        self.scope = scope
        origin = verdict.installed.origin.word
        matchedSSID = verdict.matchedSSID
        let obstacle = verdict.outcome == .wins ? Self.obstacle(profile, catalog) : nil
        wouldRun = verdict.outcome == .wins && obstacle == nil
        reason = obstacle ?? Self.reason(verdict)
    }

    /// Why the provider of a profile that would run cannot be run; nil when it can be.
    private static func obstacle(_ profile: Profile, _ catalog: ProviderCatalog) -> String? {
        let identifier = profile.providerBundleIdentifier
        guard let provider = catalog.provider(identifier) else {
            return "it matches, but no provider \(identifier) is installed"
        }
        return provider.problems.first.map { "it matches, but its provider cannot run: \($0)" }
    }

    private static func reason(_ verdict: ProfileMatcher.Verdict) -> String {
        let wanted = Explanation.ssids(verdict.installed.profile.matchSSIDs)
        switch verdict.outcome {
        case .wins: return "\(verdict.matchedSSID?.description ?? wanted) is one of its networks"
        case .superseded(let winner): return Explanation.superseded(by: winner)
        case .doesNotMatch: return "it wants \(wanted)"
        case .disabled: return Explanation.disabled
        case .shadowed: return Explanation.shadowed
        }
    }

    var json: JSONValue {
        // Keys in their order, which saves sorting them 10,000 times.
        [
            "matchedSSID": (matchedSSID?.text).map { .string($0) } ?? .null,
            "matchedSSIDHex": (matchedSSID?.hex).map { .string($0) } ?? .null,
            "matches": .bool(matchedSSID != nil), "name": .string(name),
            "origin": .string(origin), "reason": .string(reason),
            "scope": .string(scope.rawValue), "wouldRun": .bool(wouldRun),
        ]
    }
}
