package import CommandLineKit
import Glibc
package import LinuxSystem
import LocalPushModel

extension Failure {
    /// What a wrong command line means for the caller.
    package init(_ error: UsageError) {
        let message = error.message(
            quote: { SafeText.quoted($0) },
            suggest: { Spelling.suggestion(for: $0, among: $1) })
        self.init(.usage, message, advice: [error.advice])
    }

    /// What the system's refusal means for the caller.
    package init(_ error: SystemError) {
        self.init(
            error.isDenied ? .denied : .failure, SafeText.escaped(error.description),
            advice: [ENOSPC, EDQUOT].contains(error.errno)
                ? ["Make room on that disk, then try again"] : [])
    }
}
