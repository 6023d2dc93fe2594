import LocalPushModel
import MessageLines
import Reconciliation

/// Every device of a timeline, simulated.
struct SimulationRun {
    /// What an agent does on one of the devices.
    struct Change {
        let device: String?
        let change: SimulatedChange
    }

    private let timeline: Timeline
    private let settings: ReconcilerSettings
    private let startDelay: Duration

    /// How much longer than the timeline it goes on: all that follows from the last line happens.
    private static let afterwards = Duration.seconds(3600)

    init(_ timeline: Timeline, settings: ReconcilerSettings, startDelay: Duration) {
        self.timeline = timeline
        self.settings = settings
        self.startDelay = startDelay
    }

    /// What happens with these profiles on all devices, in order of time.
    func changes(_ profiles: ProfileSet) -> [Change] {
        let changes = timeline.devices.flatMap { device in
            simulate(device, profiles).map { Change(device: device.name, change: $0) }
        }
        return changes.sorted { $0.change.at < $1.change.at }
    }

    private func simulate(
        _ device: Timeline.Device, _ profiles: ProfileSet
    ) -> [SimulatedChange] {
        var simulation = DeviceSimulation(profiles, settings: settings, startDelay: startDelay)
        for (at, happening) in device.entries {
            simulation.pass(until: at)
            switch happening {
            case .network(let network): simulation.observe(network)
            case .networks(let networks): simulation.observe(all: networks)
            case .interfaceRemoved(let name): simulation.remove(interface: name)
            case .sleep: simulation.sleep(true)
            case .wake: simulation.sleep(false)
            }
        }
        simulation.pass(until: timeline.end + Self.afterwards)
        return simulation.changes
    }
}
