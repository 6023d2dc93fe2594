import CommandConsole
import CommandLineKit
import LocalPushModel
import PreferencesStore
import Reconciliation
import StrictJSON

/// `simulate`: tells what would start and stop over a timeline of networks.
struct Simulate: Command {
    @Required var timeline: String
    var profilePaths: [String] = []
    var grace: Int?
    var startDelay: Int?
    var store = StoreOptions()
    var output = OutputOptions()

    static let name = "simulate"
    static let summary = "Tell what would start and stop over a timeline"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                """
                The service's own rules decide, under a clock that need not wait: so a set of profiles is \
                tried before it is issued. Every provider counts as installed, and every agent starts and \
                stops as it is told. Nothing is started.
                """,
                """
                A timeline has a JSON object on each line: "at", in seconds from its start, or "time", as \
                in 2026-11-30T09:00:00Z; "interface", which is wlan0 when absent; "ssid" or "ssidHex"; \
                "state", which is joined with an SSID and disconnected without; and "device" where it is \
                of several. What monitor --json prints is taken as it is. {"at": 7, "event": "sleep"} and \
                "wake" are the device's sleep.
                """,
            ],
            operands: [
                .required(\._timeline, .file("TIMELINE"), "The file; - is standard input.")
            ],
            options: [
                .repeated(
                    "--profiles", \.profilePaths, .file("PATH"),
                    "Profile files, a folder of them, or a store, in place of what is installed."),
                .value(
                    "--grace", \.grace, .seconds,
                    "How long a lost network keeps its agents; 5 seconds without this."),
                .value(
                    "--start-delay", \.startDelay, .seconds,
                    "How long an agent takes to start; no time without this."),
            ], StoreOptions.options(in: \.store),
            [.flag("--json", \.output.isJSON, "Print one JSON object a line.")],
            examples: [
                Example(
                    "localpush simulate week.jsonl --profiles Profiles/",
                    "Try the profiles of a folder"),
                Example("localpush monitor --json > today.jsonl", "Record a timeline"),
            ],
            exitStatuses: [.denied, .storeUnreadable, .invalidProfile])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let events = try Timeline(timeline, in: context)
        let run = SimulationRun(
            events, settings: settings, startDelay: .seconds(startDelay ?? 0))
        let report = SimulationReport(events, context.console, isJSON: output.isJSON)
        for profiles in try profileSets(in: context) {
            let changes = run.changes(profiles)
            for change in changes { try report.tell(change) }
            try report.tellTotals(changes, of: profiles)
        }
        return .success
    }

    private var settings: ReconcilerSettings {
        var settings = ReconcilerSettings()
        if let grace { settings.grace = .seconds(grace) }
        return settings
    }

    /// The profiles to try: those of the files, or those of each scope.
    private func profileSets(in context: CommandContext) throws -> [ProfileSet] {
        if profilePaths.isEmpty { return try context.looks(store).map(\.profiles) }
        if profilePaths.count == 1, let stored = try storedProfiles(profilePaths[0], in: context) {
            return [ProfileSet(stored: stored, managed: [])]
        }
        let input = try ProfileInput(profilePaths, in: context)
        try input.check(OutputOptions(), in: context)
        return [ProfileSet(stored: input.profiles, managed: [])]
    }

    /// The profiles of a store; nil when the file is none.
    private func storedProfiles(
        _ path: String, in context: CommandContext
    ) throws(StoreError) -> [Profile]? {
        guard path.hasSuffix("preferences.json") else { return nil }
        let locations = StoreLocations(
            scope: context.ownScope, preferences: path, managedFolders: [])
        return try PreferencesStore(locations).load().profiles
    }
}
