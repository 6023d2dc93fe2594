import CommandLineKit
import LocalPushModel
import PreferencesStore
import ProviderCatalog

/// Looks up what there is for completion. What cannot be read offers nothing: a completion never
/// complains.
struct CompletionFinder {
    let context: CommandContext

    func find(_ source: CompletionSource) -> [Completion.Candidate] {
        switch source {
        case .profiles: profiles.map { .init($0.name.text, Self.explanation($0)) }
        case .providers: providers
        case .ssids: ssids
        case .interfaces: interfaces
        default: []
        }
    }

    /// The profiles of both scopes, as far as this user may read them.
    private var profiles: [Profile] {
        let stores = (try? context.stores(StoreOptions())) ?? []
        var seen: Set<ProfileName> = []
        return stores.flatMap { $0.look().profileSet().profiles.map(\.profile) }
            .filter { seen.insert($0.name).inserted }
    }

    private static func explanation(_ profile: Profile) -> String {
        SafeText.escaped(profile.localizedDescription ?? profile.providerBundleIdentifier.text)
    }

    private var providers: [Completion.Candidate] {
        let found = ProviderSelection().providers(in: context).map(\.provider.bundleIdentifier.text)
        let used = profiles.map(\.providerBundleIdentifier.text)
        return Set(found + used).sorted().map { .init($0) }
    }

    /// The SSIDs that profiles name, and those in reach.
    private var ssids: [Completion.Candidate] {
        let inReach = (try? context.outside.wireless().ssidsInReach()) ?? []
        let joined = networks.compactMap(\.joinedSSID)
        let texts = (inReach + joined + profiles.flatMap(\.matchSSIDs)).compactMap(\.text)
        return Set(texts).sorted().map { .init($0) }
    }

    private var interfaces: [Completion.Candidate] {
        networks.map { .init($0.interface, $0.state.rawValue) }
    }

    private var networks: [NetworkObservation] { (try? context.outside.wireless().look()) ?? [] }
}
