import CLinux
import Glibc

/// Tells when an address of an interface comes or goes (rtnetlink(7), RTM_NEWADDR and RTM_DELADDR), as
/// when DHCP has given the device one. What it was is not read: it is time for another look.
package struct AddressEvents: ~Copyable, Sendable {
    /// Readable whenever something has changed since ``take()``.
    package let descriptor: FileDescriptor

    /// Listens from now on.
    package init() throws(SystemError) {
        descriptor = FileDescriptor(
            owning: try retrying("listen for addresses") { clinux_address_events() })
    }

    /// Drops all that was told so far. Lost events (ENOBUFS) count as told.
    package borrowing func take() {
        while true {
            do throws(SystemError) {
                guard case .bytes = try descriptor.read(upTo: 8192) else { return }
            } catch {
                if error.errno != ENOBUFS { return }
            }
        }
    }
}
