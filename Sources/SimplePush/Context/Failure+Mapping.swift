import Certificates
import CommandConsole
import CommandLineKit
import LinuxSystem
import LocalPushModel
import NATSClient

extension Failure {
    /// The one place that knows what each kind of error means for the caller.
    init(describing error: any Error) {
        self =
            switch error {
            case let failure as Failure: failure
            case let error as UsageError: Failure(error)
            case let error as SystemError: Failure(error)
            case let error as DocumentError: Failure(.storeUnreadable, error.description)
            case let error as ConnectFailure: Failure(error)
            default: Failure(.failure, SafeText.escaped("\(error)"))
            }
    }

    private init(_ error: ConnectFailure) {
        switch error {
        case .waiting(let reason):
            self.init(
                .noService, "the server cannot be reached: \(reason)",
                advice: ["Start it: simplepush server"])
        case .rejected(let reason): self.init(.denied, "no agreement with the server: \(reason)")
        }
    }
}
