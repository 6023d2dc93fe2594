import CSystemd
import LinuxSystem

/// Tells the service manager how the service is doing; see sd_notify(3).
///
/// Does nothing, at no cost, where no manager listens (`NOTIFY_SOCKET` is not set).
package struct ServiceNotifier: Sendable {
    /// Notifies whoever started this process.
    package init() {}

    /// The service is up, or has finished to reload.
    package func ready(status: String) { send("READY=1", status) }

    /// The service reads its configuration again; ``ready(status:)`` is to follow.
    package func reloading() {
        send("RELOADING=1\nMONOTONIC_USEC=\(MonotonicClock.now.nanoseconds / 1000)")
    }

    /// The service is about to end.
    package func stopping(status: String) { send("STOPPING=1", status) }

    /// What the service is doing, in one line for people: `systemctl status` shows it.
    package func status(_ status: String) { send(nil, status) }

    private func send(_ state: String?, _ status: String? = nil) {
        let lines = [state, status.map { "STATUS=" + singleLine($0) }].compactMap(\.self)
        // There is nobody else to tell that the manager could not be told.
        _ = unsafe sd_notify(0, lines.joined(separator: "\n"))
    }
}

/// `text` with each control character replaced, so that it cannot be taken for two lines.
func singleLine(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return text }
    return String(
        decoding: text.utf8.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: " ") : $0 },
        as: UTF8.self)
}
