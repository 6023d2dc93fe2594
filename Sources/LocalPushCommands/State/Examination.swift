import CommandConsole
import Glibc
import LinuxSystem
import LocalPushModel
import MessageLines
import PreferencesStore
import ProviderCatalog
import Reconciliation
import WirelessLink

/// The checks of `doctor`.
struct Examination {
    private let context: CommandContext
    private(set) var findings: [Finding] = []

    init(_ options: StoreOptions, in context: CommandContext) throws {
        self.context = context
        checkWireless()
        for (index, store) in try context.stores(options).enumerated() {
            let look = store.look()
            let set = look.profileSet()
            // Of the other scope only what is in use is worth a word.
            let client = connect(to: store.locations.scope)
            guard index == 0 || client != nil || !set.profiles.isEmpty else { continue }
            checkStore(store, look)
            let report = checkService(
                store.locations.scope, client, hasProfiles: !set.profiles.isEmpty)
            checkProviders(of: set, scope: store.locations.scope)
            checkProfiles(of: report, scope: store.locations.scope)
        }
    }

    // MARK: Wi-Fi

    private mutating func checkWireless() {
        do throws(WirelessError) {
            let networks = try context.outside.wireless().look()
            if networks.isEmpty {
                findings.append(
                    .trouble(
                        "Wi-Fi", "there is no Wi-Fi interface in station mode",
                        "Plug in or enable an adapter, and see: iw dev"))
            }
            for network in networks { findings.append(Self.finding(network)) }
        } catch {
            findings.append(Self.finding(error))
        }
    }

    private static func finding(_ network: NetworkObservation) -> Finding {
        let sentence = Explanation.network(network)
        switch network.state {
        case .radioOff: return .trouble("Wi-Fi", sentence, "Switch it on: rfkill unblock wifi")
        case .associated:
            return .trouble(
                "Wi-Fi", sentence, "If it stays so, the passphrase is most likely wrong")
        default: return .good("Wi-Fi", sentence)
        }
    }

    private static func finding(_ error: WirelessError) -> Finding {
        switch error {
        case .noWirelessSupport:
            .trouble(
                "Wi-Fi", error.description,
                "Load the adapter's driver (lspci -k, lsusb), or the module cfg80211")
        case .notPermitted:
            .trouble(
                "Wi-Fi", error.description,
                "In a unit file: RestrictAddressFamilies=AF_NETLINK; in a container: the host's network"
            )
        case .failed: .trouble("Wi-Fi", error.description, "Look at the kernel's log: dmesg")
        }
    }

    // MARK: Stores

    private mutating func checkStore(_ store: PreferencesStore, _ look: StoreLook) {
        let subject = "\(store.locations.scope.rawValue) store"
        let path = SafeText.escaped(store.locations.preferences)
        switch look.stored {
        case .success(let preferences):
            let count = preferences.profiles.count
            findings.append(
                .good(subject, "\(path) holds \(count) \(count == 1 ? "profile" : "profiles")"))
        case .failure(.denied):
            findings.append(.good(subject, "\(path) is not for this user to read"))
        case .failure(let error):
            findings.append(.trouble(subject, error.description))
        }
        for file in look.managed.invalidFiles {
            findings.append(
                .trouble(
                    "managed profile", "\(SafeText.escaped(file.file)): \(file.problem)",
                    Self.advice(on: file.file)))
        }
    }

    /// A file that may not be read is no worse for that: whoever wrote it chose its readers.
    private static func advice(on file: String) -> String {
        do throws(SystemError) { _ = try FileDescriptor.open(file, O_RDONLY | O_NONBLOCK) } catch {
            if error.errno == EACCES {
                return "Let this user read it, or join the group that may: ls -l "
                    + SafeText.escaped(file)
            }
        }
        return "Correct it, and check it with: localpush profile validate " + SafeText.escaped(file)
    }

    // MARK: Services

    private mutating func connect(to scope: Scope) -> ControlClient? {
        do throws(ControlError) {
            return try ControlClient.connect(to: scope, in: context)
        } catch {
            findings.append(
                .trouble("\(scope.rawValue) service", Failure(describing: error).message))
            return nil
        }
    }

    /// Looks at a scope's service; returns what it reports where it runs.
    private mutating func checkService(
        _ scope: Scope, _ client: ControlClient?, hasProfiles: Bool
    ) -> StatusReport? {
        let subject = "\(scope.rawValue) service"
        guard let client else {
            let failure = Failure.noService(scope)
            let finding = Finding(
                subject: subject, statement: failure.message, isTrouble: hasProfiles,
                advice: hasProfiles ? failure.advice : [])
            findings.append(finding)
            return nil
        }
        do throws(ControlError) {
            let report = try client.status()
            let service = report.service
            findings.append(.good(subject, "it runs" + (service.pid.map { " as \($0)" } ?? "")))
            for problem in service.problems {
                let statement = SafeText.checked(problem)
                // The service has the same trouble with Wi-Fi as this program.
                guard !findings.contains(where: { $0.statement == statement }) else { continue }
                findings.append(.trouble(subject, statement))
            }
            return report
        } catch {
            let manager = scope == .system ? "systemctl" : "systemctl --user"
            findings.append(
                .trouble(
                    subject, Failure(describing: error).message,
                    "Restart it: \(manager) restart localpush"))
            return nil
        }
    }

    // MARK: Profiles

    /// What the service has against profiles whose providers are in order: that it lacks a credential,
    /// for one.
    private mutating func checkProfiles(of report: StatusReport?, scope: Scope) {
        let catalog = ProviderCatalog(context.places.providers(scope))
        for profile in report?.profiles ?? [] where profile.state == .invalid {
            guard let text = profile.provider, let identifier = try? BundleIdentifier(text),
                catalog.provider(identifier)?.isUsable == true
            else { continue }
            findings.append(
                .trouble(
                    "profile \(SafeText.escaped(profile.name))", SafeText.checked(profile.reason)))
        }
    }

    // MARK: Providers

    private mutating func checkProviders(of set: ProfileSet, scope: Scope) {
        let catalog = ProviderCatalog(context.places.providers(scope))
        var users: [BundleIdentifier: [String]] = [:]
        for installed in set.profiles where installed.profile.isEnabled && !installed.isShadowed {
            users[installed.profile.providerBundleIdentifier, default: []]
                .append(installed.profile.name.text)
        }
        for (identifier, names) in users.sorted(by: { $0.key < $1.key }) {
            findings += check(identifier, for: names, in: catalog)
        }
    }

    private func check(
        _ identifier: BundleIdentifier, for profiles: [String], in catalog: ProviderCatalog
    ) -> [Finding] {
        let subject = "provider \(identifier)"
        guard let provider = catalog.provider(identifier) else {
            let folders = catalog.locations.folders.map { SafeText.escaped($0) }
            return [
                .trouble(
                    subject,
                    "it is not installed, and \(profiles.joined(separator: ", ")) needs it",
                    "Put its manifest, \(identifier).json, into one of: "
                        + folders.joined(separator: ", "))
            ]
        }
        if provider.isUsable { return [.good(subject, "it can be run")] }
        return provider.problems.map {
            .trouble(subject, $0, "Check again with: localpush provider check \(identifier)")
        }
    }
}
