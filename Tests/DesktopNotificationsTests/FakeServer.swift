import SystemdSupport
import TestSupport

/// A notification server that shows nothing and does what the test wants.
final class FakeServer {
    /// What Notify is answered with; nil for a number.
    var error: BusError?
    private(set) var notified: [[BusValue]] = []
    /// Who has called Notify last.
    private(set) var caller = ""
    private(set) var closed: [UInt32] = []
    private let bus: Bus
    private var number: UInt32 = 0

    static let name = "org.freedesktop.Notifications"
    static let path = "/org/freedesktop/Notifications"

    init(on stage: ScreenStage, capabilities: [String]) throws {
        bus = try Bus("test bus", at: stage.bus.address, loop: stage.loop, log: Log { _ in })
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
        notified.append(call.arguments)
        number += 1
        call.reply(.uint32(number))
    }

    func hint(_ name: String) -> BusValue? {
        guard case .array(let entries, _)? = notified.last?.dropFirst(6).first else { return nil }
        for case .entry(.string(name), .variant(let value)) in entries { return value }
        return nil
    }

    func tell(_ signal: String, _ values: BusValue...) {
        bus.emit(signal, of: Self.name, at: Self.path, values)
    }
}
