import CommandConsole
import CommandLineKit
import LinuxSystem
import LocalPushModel
import MessageLines
import PreferencesStore
import WirelessLink

extension Failure {
    /// The one place that knows what each kind of error means for the caller.
    init(describing error: any Error) {
        self =
            switch error {
            case let failure as Failure: failure
            case let error as UsageError: Failure(error)
            case let error as StoreError: Failure(error)
            case let error as ControlError: Failure(error)
            case let error as SystemError: Failure(error)
            case let error as WirelessError: Failure(error)
            default: Failure(.failure, SafeText.escaped("\(error)"))
            }
    }

    private init(_ error: StoreError) {
        let status: ExitStatus =
            switch error {
            case .busy, .changedUnderneath, .awaitsConfirmation: .conflict
            case .unreadable, .newerFormat, .unsafePath: .storeUnreadable
            case .denied, .unsigned: .denied
            case .failed(let error) where error.operation == "read": .storeUnreadable
            case .invalid: .usage
            case .noHome, .policyUnusable, .failed: .failure
            }
        self.init(status, error.description, advice: Self.advice(on: error))
    }

    private static func advice(on error: StoreError) -> [String] {
        switch error {
        case .unsigned:
            ["Sign the file where the key is: localpush sign …, then: localpush apply FILE"]
        // Root is refused where a file is immutable, or by a security module.
        case .denied where ProcessIdentity.effectiveUser != 0:
            ["Become root, or choose other profiles with --user or --store"]
        case .failed(let error): Failure(error).advice
        default: []
        }
    }

    private init(_ error: WirelessError) {
        let status: ExitStatus =
            switch error {
            case .noWirelessSupport: .notFound
            case .notPermitted: .denied
            case .failed: .failure
            }
        self.init(status, error.description, advice: ["See what is missing: localpush doctor"])
    }

    private init(_ error: ControlError) {
        switch error {
        case .timedOut: self.init(.failure, "the service did not answer in time")
        case .closed: self.init(.noService, "the service has stopped")
        case .misunderstood(let error):
            self.init(
                .failure, "the service and this program do not understand each other: \(error)")
        case .refused(let refusal):
            let status = UInt8(exactly: refusal.exitStatus).map { ExitStatus(rawValue: $0) }
            self.init(status ?? .failure, SafeText.checked(refusal.message))
        case .failed(let error): self.init(error)
        }
    }
}
