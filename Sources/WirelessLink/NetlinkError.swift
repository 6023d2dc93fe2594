import CNetlink
import Glibc

/// What went wrong between this process and the kernel's netlink.
package struct NetlinkError: Error, Hashable, Sendable {
    /// The ways to fail.
    package enum Problem: Hashable, Sendable {
        /// The kernel answered with this error number.
        case refused(errno: Int32)
        /// What was listed changed meanwhile, so the list may hold things that never were together.
        case interrupted
        /// The exchange itself failed; the number is libnl's, positive (`netlink/errno.h`).
        case failed(code: Int32)
    }

    /// What was attempted, as a verb for people: "list wireless interfaces".
    package let operation: String
    /// What went wrong.
    package let problem: Problem

    package init(_ operation: String, _ problem: Problem) {
        self.operation = operation
        self.problem = problem
    }

    /// For a result of libnl, which is negative on failure.
    init(_ operation: String, result: Int32) {
        self.init(operation, result == -NLE_DUMP_INTR ? .interrupted : .failed(code: -result))
    }

    /// Whether something between this process and the kernel forbids the use of netlink: file
    /// permissions do not apply to it, but a sandbox or a security module does. A service manager's
    /// `RestrictAddressFamilies=` shows as an unknown address family.
    package var isLackOfPermission: Bool {
        switch problem {
        case .refused(let errno): errno == EPERM || errno == EACCES
        case .failed(let code): [NLE_PERM, NLE_NOACCESS, NLE_AF_NOSUPPORT].contains(code)
        case .interrupted: false
        }
    }
}

extension NetlinkError: CustomStringConvertible {
    /// "cannot list wireless interfaces: No such device".
    package var description: String { "cannot \(operation): \(reason)" }

    private var reason: String {
        switch problem {
        case .refused(let errno): unsafe String(cString: strerror(errno))
        case .interrupted: "the list kept changing"
        case .failed(let code): unsafe String(cString: nl_geterror(code))
        }
    }
}
