import CommandConsole
import LinuxSystem
import LocalPushModel
import MessageLines
import PreferencesStore
import StrictJSON
import WirelessLink

/// The status of one or both scopes, as services report it; where none runs, as the stores tell it.
struct StatusView {
    /// A report for each scope, the caller's own first.
    private(set) var reports: [StatusReport] = []
    /// Why the networks are not known, where no service told them.
    private(set) var wirelessProblem: WirelessError?
    /// Why a service that is there does not answer.
    private var failure: ControlError?

    /// Asks the services of the scopes that `options` choose: both, unless one is chosen.
    init(_ options: StoreOptions, in context: CommandContext) throws(StoreError) {
        for (index, store) in try context.stores(options).enumerated() {
            var failure: ControlError?
            do throws(ControlError) {
                let client = try ControlClient.connect(to: store.locations.scope, in: context)
                if let report = try client?.status() {
                    if Self.isAbout(store, report, named: context.storeFile(options)) {
                        reports.append(report)
                        continue
                    }
                    context.console.note(
                        ServiceWait.keepsElsewhere(
                            store.locations.scope, report.service.store))
                }
            } catch {
                failure = error
            }
            let offline = OfflineStatus(store, in: context)
            reports.append(offline.report(isOptional: index > 0, failure: failure))
            self.failure = self.failure ?? failure
        }
        guard !reports.contains(where: \.service.isRunning) else { return }
        do throws(WirelessError) {
            reports[0].networks = try context.outside.wireless().look()
        } catch {
            wirelessProblem = error
        }
    }

    /// Whether the service keeps to the store that was asked for: where one was named, another's profiles
    /// are no answer.
    private static func isAbout(
        _ store: PreferencesStore, _ report: StatusReport, named file: String?
    ) -> Bool {
        file == nil || ServiceWait.isSame(report.service.store, store.locations.preferences)
    }

    /// The report of a running service if there is one, otherwise that of the caller's own scope.
    var main: StatusReport { reports.first(where: \.service.isRunning) ?? reports[0] }

    /// Throws when no service runs, or none answers.
    func requireService() throws {
        if main.service.isRunning { return }
        if let failure { throw failure }
        throw Failure.noService(main.service.scope)
    }

    /// Throws where a store was named that no service keeps to: another store's is not meant.
    static func requireServiceOfNamedStore(
        _ options: StoreOptions, in context: CommandContext
    ) throws {
        guard context.storeFile(options) != nil else { return }
        try StatusView(options, in: context).requireService()
    }

    /// The profiles of all reports.
    var profiles: [StatusReport.Profile] { reports.flatMap(\.profiles) }

    /// The document of `status --json`.
    var json: JSONValue {
        var document = main.json
        document["services"] = .array(reports.map { .object($0.service.json) })
        document["profiles"] = .array(profiles.map { .object($0.json) })
        return .object(document)
    }
}
