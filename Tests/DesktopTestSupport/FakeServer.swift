package import SystemdSupport

/// A notification server that shows nothing and does what the test wants.
package final class FakeServer {
    /// What Notify is answered with; nil for a number.
    package var error: BusError?
    /// Whether Notify is refused for a notification with buttons.
    package var isPlain = false
    /// Whether Notify is shown and not answered.
    package var isSilent = false
    /// The arguments of every Notify.
    package private(set) var notified: [[BusValue]] = []
    /// Who has called Notify last.
    package private(set) var caller = ""
    /// The numbers of every CloseNotification.
    package private(set) var closed: [UInt32] = []
    private let bus: Bus
    private var number: UInt32 = 0

    package static let name = "org.freedesktop.Notifications"
    package static let path = "/org/freedesktop/Notifications"

    /// A server that is about to appear on the bus at `address`.
    package init(at address: String, loop: EventLoop, capabilities: [String]) throws {
        bus = try Bus("test bus", at: address, loop: loop, log: Log { _ in })
        let methods: [BusInterface.Method] = [
            .init("GetCapabilities", results: [.init("capabilities", "as")]) {
                $0.reply(.strings(capabilities))
            },
            .init(
                "Notify",
                arguments: [
                    .init("app", "s"), .init("replaces", "u"), .init("icon", "s"),
                    .init("summary", "s"), .init("body", "s"), .init("actions", "as"),
                    .init("hints", "a{sv}"), .init("timeout", "i"),
                ], results: [.init("id", "u")]
            ) { [unowned self] in notify($0) },
            .init("CloseNotification", arguments: [.init("id", "u")]) { [unowned self] call in
                closed += call.arguments.compactMap(\.number)
                call.reply()
            },
        ]
        bus.offer(BusInterface(Self.name, methods: methods), at: Self.path)
        bus.request(name: Self.name)
        bus.connect()
    }

    private func notify(_ call: BusCall) {
        caller = call.message.sender
        if let error { return call.fail(error) }
        if isPlain, call.arguments[5] != .strings([]) {
            return call.fail(BusError("org.example.Plain", "no buttons here"))
        }
        notified.append(call.arguments)
        number += 1
        if isSilent { return }
        call.reply(.uint32(number))
    }

    /// A hint of the latest Notify.
    package func hint(_ name: String) -> BusValue? {
        guard case .array(let entries, _)? = notified.last?.dropFirst(6).first else { return nil }
        for case .entry(.string(name), .variant(let value)) in entries { return value }
        return nil
    }

    /// Sends a signal.
    package func tell(_ signal: String, _ values: BusValue...) {
        bus.emit(signal, of: Self.name, at: Self.path, values)
    }
}
