package import Glibc
package import MessageLines

/// Where the requests of clients are dealt with.
package protocol ControlDesk: AnyObject {
    /// Deals with `request`. ``ControlConnection/reply(_:)`` is called now or later, once.
    func take(_ request: ControlRequest, from connection: ControlConnection)

    /// Whether this user may change things, and see configurations and logs.
    func isPrivileged(_ user: uid_t) -> Bool
}
