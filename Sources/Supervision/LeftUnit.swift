import LinuxSystem
import SystemdSupport

/// A unit that an earlier service started and did not see end: it is stopped as soon as there is a bus.
final class LeftUnit {
    private let unit: SystemdUnit
    private let gone: () -> Void
    private var isRequestTaken = false

    /// - Parameter gone: Called once, when nothing of the unit runs.
    init(
        _ files: UnitFiles, at address: String, loop: EventLoop, log: Log,
        gone: @escaping () -> Void
    ) throws(SystemError) {
        self.gone = gone
        unit = try SystemdUnit(files.unit, at: address, loop: loop, log: log)
        unit.connected = { [weak self] in self?.stop() }
        unit.looked = { [weak self] in self?.take($0) }
        unit.connect()
        log.info("stop \(files.unit), which an earlier service left")
    }

    private func stop() {
        unit.stop { [weak self] error in
            guard error?.name != BusError.disconnected else { return }
            self?.isRequestTaken = true
            self?.unit.look()
        }
    }

    private func take(_ state: SystemdUnit.State) {
        if isRequestTaken, state.isDown { gone() }
    }
}
