import Glibc
import LinuxSystem

/// Tells that a radio was blocked or unblocked: `/dev/rfkill`, one event a read (`linux/rfkill.h`).
struct RadioSwitchEvents: ~Copyable {
    /// Room for one event; those of later kernels are longer, and are cut without harm.
    private static let eventSize = 64

    private let device: FileDescriptor

    /// Nil where there is no such device, or this process may not read it: a look is then made at the
    /// next other event.
    init?() {
        guard let device = try? FileDescriptor.open("/dev/rfkill", O_RDONLY | O_NONBLOCK) else {
            return nil
        }
        self.device = device
    }

    /// The descriptor to wait at.
    var descriptor: Int32 { device.raw }

    /// Takes all events that wait; whether there were any. Right after opening there is one for each
    /// radio.
    func drain() -> Bool {
        var hasEvents = false
        while case .bytes = try? device.read(upTo: Self.eventSize) { hasEvents = true }
        return hasEvents
    }
}
