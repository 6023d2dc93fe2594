import CommandConsole
import CommandLineKit
import LocalPushModel
import ProviderCatalog
import Reconciliation
import StrictJSON
import WirelessLink

/// `match`: tells which profiles would run on a network, and why the others would not.
struct Match: Command {
    var ssids: [SSID] = []
    var store = StoreOptions()
    var output = OutputOptions()

    static let name = "match"
    static let summary = "Tell what would run on a network, and why"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                """
                Every profile is judged as the service would judge it. Without an SSID the networks \
                that are joined now are taken. The service need not run, and nothing is started.
                """
            ],
            operands: [.repeated(\.ssids, .ssid, "The SSIDs of the networks, all joined at once.")],
            options: [
                .repeated("--ssid-hex", \.ssids, .ssidHex, "The same, as hexadecimal digits.")
            ],
            StoreOptions.options(in: \.store), OutputOptions.options(in: \.output),
            examples: [Example("localpush match \"Deck 3\"", "See what would run there")],
            exitStatuses: [.denied, .storeUnreadable])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let networks = ssids.isEmpty ? try joined(in: context) : ssids
        let judgements = try context.looks(store).flatMap { look in
            let catalog = ProviderCatalog(context.places.providers(look.scope))
            return ProfileMatcher(look.profiles, on: networks).verdicts.map {
                MatchJudgement($0, scope: look.scope, catalog: catalog)
            }
        }
        if output.isJSON {
            try context.console.print(["profiles": .array(judgements.map(\.json))])
        } else {
            try print(judgements, on: networks, context.console)
        }
        return .success
    }

    private func joined(in context: CommandContext) throws -> [SSID] {
        let networks: [NetworkObservation]
        do throws(WirelessError) { networks = try context.outside.wireless().look() } catch {
            // No network is joined without Wi-Fi: an answer, too.
            guard error == .noWirelessSupport else { throw error }
            context.console.note(error.description)
            return []
        }
        let ssids = networks.compactMap(\.joinedSSID)
        if ssids.isEmpty {
            let states = networks.map(NetworkWords.sentence)
            context.console.note(
                states.isEmpty ? "there is no Wi-Fi interface" : states.joined(separator: "; "))
        }
        return ssids
    }

    private func print(
        _ judgements: [MatchJudgement], on networks: [SSID], _ console: Console
    ) throws {
        var table = TextTable(["PROFILE", "SCOPE", "RUNS", "WHY"])
        for judgement in judgements {
            table.add([
                .init(judgement.name), .init(judgement.scope.rawValue),
                .init(judgement.wouldRun ? "yes" : "no", judgement.wouldRun ? .good : .faint),
                .init(judgement.reason),
            ])
        }
        if table.isEmpty {
            console.note("there are no profiles; issue one with: localpush profile add")
        } else {
            try console.print(table)
        }
    }
}
