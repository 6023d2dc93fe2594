import MessageLines
import StrictJSON
import SystemdSupport

/// Follows which profiles' agents run, as the service on the session's bus tells.
///
/// A signal only says that there is something to ask; what counts is the status that the service then
/// gives.
final class ActivityWatch {
    /// Called with the names of the profiles whose agents run.
    var told: (Set<String>) -> Void = { _ in }

    private static let service = "org.localpush1"
    private static let path = "/org/localpush1"

    private let bus: Bus
    private var wasThere = false
    private var isAsking = false
    /// Whether something has happened since the service was asked.
    private var isOutdated = false

    /// - Parameter bus: The session's, not connected yet.
    init(on bus: Bus) {
        self.bus = bus
        bus.listen(
            to: "NameOwnerChanged", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus",
            from: Bus.itself, about: Self.service
        ) { [weak self] _ in self?.ask() }
        bus.listen(
            to: "PropertiesChanged", of: "org.freedesktop.DBus.Properties", at: nil,
            from: Self.service, about: "org.localpush1.Profile"
        ) { [weak self] in if Self.isAboutActivity($0) { self?.ask() } }
        for member in ["InterfacesAdded", "InterfacesRemoved"] {
            bus.listen(
                to: member, of: "org.freedesktop.DBus.ObjectManager", at: Self.path,
                from: Self.service
            ) { [weak self] _ in self?.ask() }
        }
    }

    /// An agent may say of itself what it likes as often as it likes: that is no reason to ask.
    private static func isAboutActivity(_ message: BusMessage) -> Bool {
        guard case .array(let changes, _)? = try? message.values().dropFirst().first else {
            return true
        }
        return changes.contains {
            if case .entry(.string("IsActive"), _) = $0 { true } else { false }
        }
    }

    /// Asks the service. To be called when the bus is connected.
    func ask() {
        isOutdated = isAsking
        guard !isAsking else { return }
        isAsking = true
        let target = Bus.Target(Self.service, Self.path, "org.localpush1.Manager", "Status")
        bus.call(target, mayStart: false) { [weak self] in self?.take($0) }
    }

    private func take(_ answer: Result<BusMessage, BusError>) {
        isAsking = false
        if isOutdated { return ask() }
        switch answer {
        case .success(let message):
            guard let report = Self.report(message) else { return }
            wasThere = true
            told(report.activeNames)
        case .failure(let error):
            // A service that was not on this bus so far may be there all the same.
            if error.isAbsence, wasThere { told([]) }
        }
    }

    private static func report(_ message: BusMessage) -> StatusReport? {
        guard let text = try? message.values().first?.text,
            case .object(let document)? = try? JSONValue(parsing: Array(text.utf8))
        else { return nil }
        return try? StatusReport(document)
    }
}

extension StatusReport {
    /// The names of the profiles whose agents run.
    var activeNames: Set<String> { Set(profiles.filter(\.isActive).map(\.name)) }
}

extension BusError {
    /// Whether nobody has the name that was called.
    fileprivate var isAbsence: Bool { [Self.nameHasNoOwner, Self.serviceUnknown].contains(name) }
}
