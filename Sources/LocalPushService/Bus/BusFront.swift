import LinuxSystem
import LocalPushModel
import MessageLines
import SystemdSupport

/// The service on its bus: the objects of `org.localpush1`.
///
/// Reading is open to all but for what needs the right to change. What the objects show is the report
/// that was told last, so that a change is told once, whole and in order.
final class BusFront {
    static let name = "org.localpush1"
    static let path = "/org/localpush1"
    static let profilesPath = "/org/localpush1/profile"

    let bus: Bus
    let authorizer: BusAuthorizer
    unowned let service: Service
    private(set) var report: StatusReport
    private(set) var profiles: [String: StatusReport.Profile] = [:]

    /// - Parameter service: Outlives this object.
    init(
        _ service: Service, at address: String, loop: EventLoop, log: Log
    ) throws(SystemError) {
        let isSystem = service.settings.scope == .system
        self.service = service
        bus = try Bus(
            isSystem ? "system bus" : "session bus", at: address, loop: loop, log: log)
        authorizer = BusAuthorizer(
            bus, asksPolkit: isSystem, isPrivileged: Service.isPrivileged(user:))
        report = service.status()
        bus.offer(manager, at: Self.path)
        bus.offer(
            profile, below: Self.profilesPath,
            paths: { [weak self] in self.map { Array($0.profiles.keys) } ?? [] },
            contains: { [weak self] in self?.profiles[$0] != nil })
        bus.offerObjectManager(at: Self.path)
        bus.request(name: Self.name)
        bus.connected = { [weak self] in self?.begin() }
        bus.connect()
    }

    /// Whether there is anybody to tell of changes.
    var isConnected: Bool { bus.isConnected }

    /// Looks for the bus where there is none.
    func tryAgain() { bus.tryAgain() }

    // MARK: Telling

    private func begin() {
        report = service.status()
        profiles = BusProfile.objects(of: report, below: Self.profilesPath)
    }

    /// Tells what differs from the report before.
    func tell(_ new: StatusReport) {
        guard isConnected, new != report else { return }
        let (old, oldProfiles) = (report, profiles)
        report = new
        if new.profiles != old.profiles {
            profiles = BusProfile.objects(of: new, below: Self.profilesPath)
            tellProfiles(from: oldProfiles)
        }
        bus.emitChanges(
            of: BusManager.properties.changes(from: old, to: new), at: Self.path,
            interface: BusManager.interface)
    }

    private func tellProfiles(from old: [String: StatusReport.Profile]) {
        for path in old.keys where profiles[path] == nil {
            bus.emitDisappearance(at: path, interface: BusProfile.interface)
        }
        for (path, profile) in profiles {
            guard let before = old[path] else {
                bus.emitAppearance(at: path)
                continue
            }
            guard before != profile else { continue }
            bus.emitChanges(
                of: BusProfile.properties.changes(from: before, to: profile), at: path,
                interface: BusProfile.interface)
        }
    }

    /// Tells of what no property shows.
    func tell(_ change: MonitorEvent.Change) {
        guard isConnected, let signal = BusManager.signal(change) else { return }
        bus.emit(signal.name, of: BusManager.interface, at: Self.path, signal.values)
    }

    // MARK: Changing

    /// Acts when whoever called may change things, and answers with an error otherwise.
    func authorized(_ call: BusCall, _ action: @escaping (Service) -> Void) {
        authorizer.decide(on: call.message) { [weak self] error in
            guard let self else { return }
            if let error { call.fail(error) } else { action(service) }
        }
    }
}
